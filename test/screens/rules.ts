import type { Page } from 'playwright-core'

/*
 * What axe does not look at, and for each rule a page that breaks it. Each rule reads the page as it stands and gives a line
 * for each thing that is wrong; what is handed to `evaluate` runs in the page, so each rule carries all it uses.
 */

/** Below this the review's figures are under its button. */
const foldPixels = 516

/** Text that a person must read and that is smaller than 13 pixels. */
function smallText(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (parent === null || text === '' || !parent.checkVisibility()) continue
      if (parent.closest('[aria-hidden="true"], .unseen, svg, script, style') !== null) continue
      const pixels = Number.parseFloat(getComputedStyle(parent).fontSize)
      if (pixels < 13) found.add(`${pixels} px: ${text.slice(0, 40)}`)
    }
    return [...found]
  })
}

/** More than three sizes or two weights of text on one screen. */
function manyFaces(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const sizes = new Map<string, string>()
    const weights = new Map<string, string>()
    const root = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (parent === null || text === '' || !parent.checkVisibility()) continue
      if (parent.closest('[aria-hidden="true"], .unseen, svg, script, style') !== null) continue
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

/** Lines of a history row that take more than one line. */
function wrappedRows(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.order-row .order-row-words > *, .order-row .state')].flatMap((line) => {
      const range = document.createRange()
      range.selectNodeContents(line)
      const lineHeight = Number.parseFloat(getComputedStyle(line).lineHeight)
      const { height } = range.getBoundingClientRect()
      return height > lineHeight * 1.6 ? [`wraps: ${line.textContent?.slice(0, 60)}`] : []
    }),
  )
}

/** Figures of the review that are under the fold of the popup. */
function belowFold(page: Page): Promise<string[]> {
  return page.evaluate((fold) => {
    const screen = document.querySelector('[data-testid="review-screen"]')
    const figures = [
      ...(screen?.querySelectorAll('.sentence, .review-amount, .facts:not(.compared) dd') ?? []),
    ]
    return figures
      .filter((figure) => figure.checkVisibility() && figure.getBoundingClientRect().bottom > fold)
      .map((figure) => `under the fold: ${figure.textContent?.slice(0, 60)}`)
  }, foldPixels)
}

/** Text that is cut and cannot be scrolled to, and windows on a list that are too low to read in. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    const root = document.querySelector('dialog[open]') ?? document.body
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement
      const text = walker.currentNode.textContent?.trim() ?? ''
      if (parent === null || text === '' || !parent.checkVisibility()) continue
      if (parent.closest('.unseen, svg, script, style') !== null) continue
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const box = range.getBoundingClientRect()
      let reachesX = false
      let reachesY = false
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        const { overflowX, overflowY, textOverflow } = getComputedStyle(around)
        const edge = around.getBoundingClientRect()
        if (textOverflow === 'ellipsis') break
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
      if (!reachesX && box.right > innerWidth + 1) found.add(`off the side: ${text.slice(0, 40)}`)
    }
    return [...found]
  })
}

/** Rows of buttons that break, or a label that does, where letters are a third wider; one under the other is no row. */
async function brokenButtons(page: Page): Promise<string[]> {
  // An average letter of the face here is 0.6 em wide.
  const wider = await page.addStyleTag({ content: '* { letter-spacing: 0.21em !important }' })
  const found = await page.evaluate(() => {
    const rows = document.querySelectorAll(
      '.buttons, .button-row, .foot-bar.row, .shares, .bar-end, .home-bar, .slippage',
    )
    return [...rows].flatMap((row) => {
      // A notice of the bar stands under it.
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

/** What is wrong on a page of the popup's size. */
export async function popupFaults(page: Page): Promise<readonly string[]> {
  return [
    ...(await smallText(page)),
    ...(await manyFaces(page)),
    ...(await wrappedRows(page)),
    ...(await belowFold(page)),
    ...(await brokenButtons(page)),
  ]
}

/** What is wrong on a page that shows a quarter as much: a window enlarged four times. */
export function zoomFaults(page: Page): Promise<readonly string[]> {
  return clipped(page)
}

/** What can be scrolled sideways, which nothing is to. */
export function sidewaysFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const page = document.documentElement
    const lost = [...document.querySelectorAll('.screen, .scroll, .swap, .sheet-body')].find(
      (one) => one.scrollWidth > one.clientWidth + 1,
    )
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > page.clientWidth + 1,
    )
    if (page.scrollWidth > page.clientWidth) {
      return [`scrolls sideways (page: ${wide.map((one) => one.className).join(', ')})`]
    }
    return lost === undefined ? [] : [`scrolls sideways (${lost.className})`]
  })
}

interface Broken {
  readonly scene: string
  /** Breaks the rule. */
  readonly css: string
  /** What the rule has to say of it. */
  readonly says: RegExp
  readonly isZoomed?: boolean
}

/** A page that breaks each rule. */
export const broken: readonly Broken[] = [
  { scene: 'home-quote', css: '.label { font-size: 12px !important }', says: /^12 px: / },
  { scene: 'home-quote', css: '.label { font-size: 17px !important }', says: /^[45] sizes: / },
  { scene: 'home-quote', css: '.label { font-weight: 300 }', says: /^3 weights: / },
  { scene: 'home-quote', css: '.label { color: #ccc !important }', says: /^axe color-contrast: / },
  { scene: 'home-quote', css: '.swap > * { inline-size: 30rem }', says: /^scrolls sideways/ },
  { scene: 'home-quote', css: '.shares .chip { padding-inline: 2rem }', says: /^breaks: / },
  { scene: 'waiting-approve', css: '.buttons > * { max-inline-size: 7rem }', says: /^label breaks: / },
  {
    scene: 'history',
    css: '.order-row-words > * { inline-size: 5rem; white-space: normal }',
    says: /^wraps: /,
  },
  { scene: 'review', css: '.review-amounts { padding-block-start: 20rem }', says: /^under the fold: / },
  {
    scene: 'home-quote',
    css: '.card { block-size: 2rem; overflow: hidden }',
    says: /^cut by /,
    isZoomed: true,
  },
  { scene: 'home-quote', css: '.label { translate: 20rem }', says: /^off the side: /, isZoomed: true },
  { scene: 'picker', css: '.token-scroll { block-size: 3rem }', says: /^a window of /, isZoomed: true },
]
