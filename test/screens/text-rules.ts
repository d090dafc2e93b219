import type { Page } from 'playwright-core'

/*
 * Rules for amounts, times, titles and buttons, in every size and language. Like those of `rules.ts`, each reads the
 * page and returns a line per fault, and `broken.ts` breaks each one.
 */

/** Most words of the title of a swap's outcome. Figures and symbols do not count. */
const outcomeWords = 5

/** Amounts whose end is hidden: people would read another amount. */
function cutAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const amount = /\p{Sc}\s?\d|\d\s?\p{Sc}|\d\s\p{Lu}{2,}|^[~<+−-]?\s?\d[\d.,]*%?$/u
    const version = /^\d+\.\d+\.\d+$/
    const found = new Set<string>()
    const root = document.querySelector('dialog[open]') ?? document.body
    for (const { node, parent, text: written } of shownTexts('.unseen, svg', root)) {
      const text = written.replace(/\p{Bidi_Control}/gu, '').trim()
      if (!amount.test(text) || version.test(text)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      for (let around: Element | null = parent; around !== null; around = around.parentElement) {
        const { overflowX, textOverflow, display } = getComputedStyle(around)
        if (display === 'inline' || overflowX === 'visible') continue
        if (textOverflow !== 'ellipsis') break
        const edge = around.getBoundingClientRect()
        if (box.right > edge.right + 1 || box.left < edge.left - 1) found.add(`cut amount: ${text}`)
      }
    }
    for (const field of root.querySelectorAll<HTMLInputElement>('input.amount')) {
      if (field.scrollWidth > field.clientWidth + 1) found.add(`cut amount: ${field.value}`)
    }
    return [...found]
  })
}

/** Times of another clock than the one of the browser's language, days in figures only, and seconds outside of facts. */
function oddClocks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = new Date(2026, 0, 1, 22, 26).toLocaleTimeString(undefined, { timeStyle: 'short' })
    const isTwelve = /\p{L}/u.test(own)
    const found = new Set<string>()
    for (const { parent, text } of shownTexts('textarea, [data-testid="deposit-left"]')) {
      for (const [time, seconds, half] of text.matchAll(/\b\d{1,2}:\d\d(:\d\d)?(?:\s?([AP]M))?\b/g)) {
        if (isTwelve !== (half !== undefined)) found.add(`another clock: ${time}`)
        if (seconds !== undefined && parent.closest('dl, details') === null) found.add(`seconds: ${time}`)
      }
      for (const [day] of text.matchAll(/\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g))
        found.add(`a day in figures: ${day}`)
    }
    return [...found]
  })
}

function longOutcomes(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    // The title of an arrived swap is its figure.
    const titles = [...document.querySelectorAll('[data-testid="order-outcome"] h2')]
    return titles
      .map((title) => title.textContent?.trim() ?? '')
      .filter((text) => text.split(/\s+/).filter((word) => /^\p{L}*\p{Ll}/u.test(word)).length > most)
      .map((text) => `a long outcome: ${text}`)
  }, outcomeWords)
}

/** Disabled buttons in a color that calls for action, which they do not take. */
function disabledAlarms(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'))
    const computed = (name: string) => {
      probe.style.color = `var(--${name})`
      return getComputedStyle(probe).color
    }
    const alarms = new Set(['needs', 'warning', 'warning-surface', 'danger', 'danger-surface'].map(computed))
    probe.remove()
    const buttons = [...document.querySelectorAll('button:disabled, button[aria-disabled="true"]')]
    return buttons
      .filter((button) => button.checkVisibility())
      .filter((button) =>
        [button, ...button.querySelectorAll('*')].some((part) => {
          const style = getComputedStyle(part)
          const edge = style.borderTopWidth === '0px' ? '' : style.borderTopColor
          return [style.color, style.backgroundColor, edge].some((color) => alarms.has(color))
        }),
      )
      .map((button) => `disabled and alarming: ${button.textContent?.slice(0, 60)}`)
  })
}

/**
 * Figures of one swap's total cost that differ: those with that label, and those that `data-cost` marks. English only,
 * as the label is.
 */
function differingCosts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('dialog[open]') ?? document.body
    const labelled = [...root.querySelectorAll('dt, summary > span')]
      .filter((label) => label.textContent?.trim() === 'Total cost')
      .map((label) => label.nextElementSibling)
    const texts = [...labelled, ...root.querySelectorAll('[data-cost]')]
      .filter((shown) => shown?.checkVisibility())
      .map((shown) => (shown?.textContent ?? '').replace(/\p{Bidi_Control}/gu, ''))
    return [/−?\$[\d.,]*\d/, /−?[\d.,]+%/].flatMap((figure) => {
      const figures = new Set(texts.flatMap((text) => figure.exec(text)?.[0] ?? []))
      return figures.size > 1 ? [`differing costs: ${[...figures].join(', ')}`] : []
    })
  })
}

/** Right-to-left pages: amounts whose sign or symbol has changed sides, and addresses whose groups have. */
function turnedAmounts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>()
    const startOf = (node: Node, index: number) => {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      return range.getBoundingClientRect()
    }
    // On the same line, the first must be to the left of the second.
    const isTurned = (first: DOMRect, second: DOMRect) =>
      first.bottom > second.top + 4 && second.bottom > first.top + 4 && first.left > second.left
    for (const { node } of shownTexts('.unseen')) {
      const text = node.textContent ?? ''
      // A sign and its digit, a number and its percent sign, a number and its symbol, dots and the end of an address.
      for (const pattern of [
        /[~<+−]\s?(?=\d)/g,
        /\d[\u2066-\u2069]*(?=%)/g,
        /\d[\s\u2066-\u2069]+(?=[A-Z]{2})/g,
        /…(?=[\da-f]{6})/g,
      ]) {
        for (const match of text.matchAll(pattern)) {
          const next = match.index + match[0].length
          const second = next + (text.slice(next).search(/[^\s\u00a0\u2066-\u2069]/) || 0)
          if (isTurned(startOf(node, match.index), startOf(node, second)))
            found.add(`turned: ${text.slice(0, 40)}`)
        }
      }
    }
    for (const address of document.querySelectorAll('.chunked')) {
      const [first, second] = [...address.children].map((chunk) => chunk.getBoundingClientRect())
      if (first !== undefined && second !== undefined && isTurned(first, second))
        found.add(`turned: ${address.textContent}`)
    }
    for (const symbol of document.querySelectorAll('bdi')) {
      let before: Node | null = symbol.previousSibling
      while (before !== null && before.textContent?.trim() === '') before = before.previousSibling
      while (before !== null && before.nodeType !== Node.TEXT_NODE) before = before.lastChild
      const last = before?.textContent?.search(/\d\s*$/) ?? -1
      if (before === null || last < 0 || !symbol.checkVisibility()) continue
      if (isTurned(startOf(before, last), symbol.getBoundingClientRect()))
        found.add(`turned: ${before.textContent} ${symbol.textContent}`)
    }
    return [...found]
  })
}

export async function textFaults(page: Page): Promise<readonly string[]> {
  const isTurnable = await page.evaluate(() => document.documentElement.dir === 'rtl')
  return [
    ...(await cutAmounts(page)),
    ...(await oddClocks(page)),
    ...(await longOutcomes(page)),
    ...(await disabledAlarms(page)),
    ...(await differingCosts(page)),
    ...(isTurnable ? await turnedAmounts(page) : []),
  ]
}
