import { amountClass } from '../../components/home/amount-size.ts'
import { t } from '../../components/parts/text.ts'
import { type FrameForm, type FrameToken, firstFrame } from '../../lib/models/screen.ts'
import { firstPicture, timers } from '../../lib/platform/timers.ts'
import { viewBrowser } from '../../lib/platform/view-browser.ts'
import { storage, wide } from './local-page.ts'

function element(name: string, className: string, ...children: readonly (Node | string)[]): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.append(...children)
  return made
}

function tokenWords({ symbol, chainName }: FrameToken): readonly HTMLElement[] {
  const words = element(
    'span',
    'token-words',
    element('b', '', symbol),
    ' ',
    element('span', 'faint', chainName),
  )
  return [element('span', 'token-icon token-icon-32'), words, element('span', 'icon')]
}

/** Writes what was kept into the page's own frame, which the App takes over element by element. */
function fill(root: HTMLElement, form: FrameForm): void {
  const find = <E extends HTMLElement>(selector: string) => root.querySelector<E>(selector)
  const flip = find('.flip')
  if (flip !== null) flip.title = t('flip')
  find('#from-label')?.append(t('from'))
  find('#to-label')?.append(t('to'))
  for (const side of ['input', 'output'] as const) {
    const token = form[side]
    if (token !== null) find(`[data-token="${side}"]`)?.append(...tokenWords(token))
  }
  const amount = find<HTMLInputElement>('#amount')
  if (amount !== null) {
    amount.defaultValue = form.amountText
    amount.ariaLabel = t(form.isFiat ? 'amountInDollars' : 'amountToSend')
    amount.className = amountClass(form.amountText)
    if (form.isFiat) amount.before(element('span', 'amount-sign', '$'))
  }
  if (wide.matches) {
    find('.app')?.classList.add('wide')
    find('.stage')?.before(element('nav', 'rail'))
    find('.stage')?.after(element('aside', 'beside'))
  }
}

/** Shows the frame where the form is to come; gives whether it did. */
function showFrame(root: HTMLElement): boolean {
  const { theme, form } = firstFrame(storage, location.hash)
  document.documentElement.dataset.theme = theme
  // Offline the App says so above the form.
  if (form === null || !navigator.onLine) return false
  fill(root, form)
  root.hidden = false
  return true
}

// Only under the toolbar does the view take the size that the page asks for; elsewhere the page takes the view's.
document.documentElement.classList.toggle('fluid', location.search !== '?toolbar')
// Where Ferry is kept out this throws, and nothing is shown.
viewBrowser()
const root = document.getElementById('root')
let isShown = false
try {
  isShown = root !== null && showFrame(root)
} finally {
  // The App is long: the frame is painted before it runs. Nothing here may wait for it, for it uses what is here.
  const isPainted = isShown ? firstPicture(requestAnimationFrame, timers) : Promise.resolve()
  void isPainted
    .then(() => import('./main.tsx'))
    .catch((cause: unknown) => {
      // No form may stand there that nothing answers to.
      if (root !== null) root.hidden = true
      throw cause
    })
}
