import type { Page } from 'playwright-core'

/*
 * Rules that axe does not check; `broken.ts` has a page that breaks each one. Each rule reads the page and
 * returns a line per fault. Functions passed to `evaluate` run in the page, so each contains everything it
 * uses.
 */

/** Below this the review's figures are under its button. A text above the button moves it up. */
const foldPixels = 516
/** Height of a history row whose exact amounts need two lines, and the latest top of the picker's list. */
const rowPixels = 80
const listPixels = 150

/** Text to read that is smaller than 13 pixels. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    for (const { parent, text } of shownTexts('[aria-hidden="true"], .unseen, svg')) {
      const pixels = Number.parseFloat(getComputedStyle(parent).fontSize)
      if (pixels < 13) found.add(`${pixels} px: ${text.slice(0, 40)}`)
    }
    return [...found]
  })
}

/** More than three text sizes or two weights on one screen. */
function manyFaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sizes = new Map<string, string>()
    const weights = new Map<string, string>()
    const root = document.querySelector('dialog[open]') ?? document.body
    for (const { parent, text } of shownTexts('[aria-hidden="true"], .unseen, svg', root)) {
      const { fontSize, fontWeight } = getComputedStyle(parent)
      if (!sizes.has(fontSize)) sizes.set(fontSize, text.slice(0, 24))
      if (!weights.has(fontWeight)) weights.set(fontWeight, text.slice(0, 24))
    }
    const list = (faces: Map<string, string>) =>
      [...faces].map(([face, text]) => `${face} "${text}"`).join(', ')
    return [
      ...(sizes.size > 3 ? [`${sizes.size} sizes: ${list(sizes)}`] : []),
      ...(weights.size > 2 ? [`${weights.size} weights: ${list(weights)}`] : []),
    ]
  })
}

/** History rows higher than the others, and cut amounts or warnings in them. */
function oddRows(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const rows = [...document.querySelectorAll('button.order-row')]
    const high = rows
      .map((row) => ({ row, pixels: row.getBoundingClientRect().height }))
      .filter(({ pixels }) => pixels > most + 0.5)
    const cut = rows
      .flatMap((row) => [...row.querySelectorAll('.order-row-words > :is(:first-child, .tone-warning)')])
      .filter((words) => words.scrollWidth > words.clientWidth)
    return [
      ...high.map(({ row, pixels }) => `a row of ${pixels} px: ${row.textContent?.slice(0, 60)}`),
      ...cut.map((words) => `cut in a row: ${words.textContent}`),
    ]
  }, rowPixels)
}

/** Figures of the review, or another recipient, that are below the fold of the popup. */
function belowFold(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const screen = document.querySelector('[data-testid="review-screen"]')
    // A scene may have scrolled down to the element that it opened.
    screen?.querySelector('.scroll')?.scrollTo(0, 0)
    const foot = screen?.querySelector('.foot-bar')?.getBoundingClientRect().top ?? most
    const figures = [
      ...(screen?.querySelectorAll(
        '.review-amounts .big, .facts:not(.compared) dd, [aria-labelledby="receiver-label"] .long-hex',
      ) ?? []),
    ]
    const fold = Math.min(most, foot)
    return figures
      .filter((figure) => figure.checkVisibility() && figure.getBoundingClientRect().bottom > fold)
      .map((figure) => `under the fold of ${Math.round(fold)} px: ${figure.textContent?.slice(0, 60)}`)
  }, foldPixels)
}

function lowList(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const top = document.querySelector('dialog[open] .token-scroll')?.getBoundingClientRect().top ?? 0
    return top > most ? [`the list begins at ${Math.round(top)} px`] : []
  }, listPixels)
}

/** Cut text that cannot be scrolled to, and list areas too low to read. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    const root = document.querySelector('dialog[open]') ?? document.body
    for (const { node, parent, text } of shownTexts('.unseen, svg', root)) {
      // A narrow view hides a text in the way of `.unseen`: only screen readers get it.
      if (getComputedStyle(parent).clipPath === 'inset(50%)') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      let reachesX = false
      let reachesY = false
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        // The rest of the text is behind the ellipsis, not off the side.
        if (textOverflow === 'ellipsis') {
          reachesX = true
          break
        }
        if (scrolls(overflowX)) reachesX = true
        if (scrolls(overflowY)) reachesY = true
        if (scrolls(overflowY) && around.scrollHeight > around.clientHeight && around.clientHeight < 64) {
          found.add(`a window of ${around.clientHeight} px: ${around.className}`)
        }
        const cutX =
          !reachesX && overflowX !== 'visible' && (box.right > edge.right + 2 || box.left < edge.left - 2)
        const cutY = !reachesY && overflowY !== 'visible' && box.bottom > edge.bottom + 2
        if (cutX || cutY) found.add(`cut by ${around.className || around.tagName}: ${text.slice(0, 40)}`)
      }
      if (!reachesX && (box.right > innerWidth + 1 || box.left < -1))
        found.add(`off the side: ${text.slice(0, 40)}`)
    }
    return [...found]
  })
}

/** Cards that are lower than their content, which then lies over the next card. */
function spilledCards(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.card')]
      .filter((card) => card.checkVisibility() && getComputedStyle(card).overflowY === 'visible')
      .filter((card) => card.scrollHeight > card.clientHeight + 2)
      .map((card) => `runs out of its card: ${card.textContent?.slice(0, 60)}`),
  )
}

/** Button rows or labels that wrap when letters are a third wider. Stacked buttons are no row. */
async function brokenButtons(page: Page): Promise<string[]> {
  // An average letter of this typeface is 0.6 em wide.
  const wider = await page.addStyleTag({ content: '* { letter-spacing: 0.21em !important }' })
  const found = await page.evaluate(() => {
    const rows = document.querySelectorAll('.buttons, .shares, .bar-end, .home-bar')
    return [...rows].flatMap((row) => {
      // A notice in the bar stands below it.
      const buttons = [...row.querySelectorAll('button')].filter(
        (button) => button.checkVisibility() && button.closest('.pin-refused') === null,
      )
      let bottom = Number.NEGATIVE_INFINITY
      let lines = 0
      for (const box of buttons.map((button) => button.getBoundingClientRect())) {
        if (box.top >= bottom - 4) lines++
        bottom = Math.max(bottom, box.bottom)
      }
      const words = row.textContent?.slice(0, 60)
      if (lines > 1 && lines !== buttons.length) return [`breaks: ${words}`]
      return buttons.flatMap((button) => {
        const range = document.createRange()
        range.selectNodeContents(button)
        const lineHeight = Number.parseFloat(getComputedStyle(button).lineHeight)
        const isLong = range.getBoundingClientRect().height > lineHeight * 1.6
        return isLong && !button.matches('.account-chip') ? [`label breaks: ${button.textContent}`] : []
      })
    })
  })
  await wider.evaluate((style) => style.parentNode?.removeChild(style))
  return found
}

export async function popupFaults(page: Page): Promise<readonly string[]> {
  return [
    ...(await smallText(page)),
    ...(await manyFaces(page)),
    ...(await oddRows(page)),
    ...(await belowFold(page)),
    ...(await lowList(page)),
    ...(await spilledCards(page)),
    ...(await brokenButtons(page)),
  ]
}

/** Returns the faults of a page that has little space: a window enlarged four times, or a language of long words. */
export function spaceFaults(page: Page): Promise<readonly string[]> {
  return clipped(page)
}

export function sidewaysFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const page = document.documentElement
    const lost = [...document.querySelectorAll('.screen, .scroll, .swap, .sheet-body')].find(
      (one) => one.scrollWidth > one.clientWidth + 1,
    )
    const wide = [...document.querySelectorAll('body *')].filter((one) => {
      const { left, right } = one.getBoundingClientRect()
      return right > page.clientWidth + 1 || left < -1
    })
    if (page.scrollWidth > page.clientWidth) {
      return [`scrolls sideways (page: ${wide.map((one) => one.className).join(', ')})`]
    }
    // A page cannot be scrolled past its start: what stands there is lost. Strips scroll by themselves.
    const gone = wide.filter(
      (one) =>
        one.matches('button, input, a, summary, h1, h2, h3, p, dt, dd, li') && one.closest('.strip') === null,
    )
    return [
      ...(lost === undefined ? [] : [`scrolls sideways (${lost.className})`]),
      ...gone.map((one) => `beyond the edge: ${one.textContent?.slice(0, 40)}`),
    ]
  })
}
