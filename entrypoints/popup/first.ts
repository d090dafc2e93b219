import { amountClass } from '../../components/home/amount-size.ts'
import { once } from '../../lib/base/once.ts'
import { type FrameForm, type FrameToken, type FrameWords, firstFrame } from '../../lib/models/screen.ts'
import { firstPaint, timers } from '../../lib/platform/timers.ts'
import { viewBrowser } from '../../lib/platform/view-browser.ts'
import { storage, wide } from './local-page.ts'

function createElement(
  name: string,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

function tokenLabel({ symbol, chainName }: FrameToken): readonly HTMLElement[] {
  const words = createElement(
    'span',
    'row-words breaks',
    createElement('b', '', symbol),
    ' ',
    createElement('span', 'faint', chainName),
  )
  return [createElement('span', 'token-icon token-icon-32'), words, createElement('span', 'icon')]
}

/** Writes the cached form into the page's frame. The App takes the frame over element by element. */
function fillFrame(root: HTMLElement, form: FrameForm, words: FrameWords): void {
  const find = <E extends HTMLElement>(selector: string) => root.querySelector<E>(selector)
  const flip = find('.flip')
  if (flip !== null) flip.title = words.flip
  find('#from-label')?.append(words.from)
  find('#to-label')?.append(words.to)
  for (const side of ['input', 'output'] as const) {
    const token = form[side]
    if (token !== null) find(`[data-token="${side}"]`)?.append(...tokenLabel(token))
  }
  const amount = find<HTMLInputElement>('#amount')
  if (amount !== null) {
    amount.defaultValue = form.amountText
    amount.ariaLabel = form.isFiat ? words.amountInDollars : words.amountToSend
    amount.className = amountClass(form.amountText)
    if (form.isFiat) amount.before(createElement('span', 'amount-sign', '$'))
  }
  if (wide.matches) {
    find('.app')?.classList.add('wide')
    find('.stage')?.before(createElement('nav', 'rail'))
    find('.stage')?.after(createElement('aside', 'second-pane'))
  }
}

function showFrame(root: HTMLElement): boolean {
  const { theme, form, words } = firstFrame(storage, location.hash)
  const page = document.documentElement
  page.dataset.theme = theme
  page.lang = words.language
  page.dir = words.direction
  // Offline, the App shows a notice above the form.
  if (form === null || !navigator.onLine) return false
  fillFrame(root, form, words)
  root.hidden = false
  return true
}

/**
 * Lets the browser fetch the App's script and all styles while it paints the first frame: earlier, they would delay it.
 * Resolves when the page has the styles. The App applies them.
 */
const loadRest = once((): Promise<void> => {
  const rest = document.querySelector('template')?.content
  const sheet = rest?.querySelector<HTMLLinkElement>('link[rel="stylesheet"]')
  if (rest === undefined || sheet == null) return Promise.resolve()
  const isLoaded = new Promise<void>((resolve, reject) => {
    sheet.onload = () => resolve()
    sheet.onerror = () => reject(new Error(`${sheet.href} did not load`))
  })
  document.head.append(rest)
  return isLoaded
})

function paint(work: () => void): void {
  requestAnimationFrame(() => {
    void loadRest()
    work()
  })
}

// Only the toolbar popup takes the page's size. Elsewhere the page takes the view's size.
document.documentElement.classList.toggle('fluid', location.search !== '?toolbar')
// Throws where the browser denies Ferry its APIs; then nothing is shown.
viewBrowser()
const root = document.getElementById('root')
let isShown = false
try {
  isShown = root !== null && showFrame(root)
} finally {
  // The App's script is long: paint the frame before it runs. Nothing here may await it, because it imports
  // this module.
  const isPainted = isShown ? firstPaint(paint, timers) : Promise.resolve()
  void isPainted
    .then(() => {
      // Not before: the browser would lay the page out during the script, and the picture would come later.
      root?.querySelector('input')?.focus()
      return loadRest()
    })
    .then(() => import('./main.tsx'))
    .catch((cause: unknown) => {
      // Never show a form that does not respond.
      if (root !== null) root.hidden = true
      throw cause
    })
}
