import { withSymbol } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import { momentText } from '../../lib/base/time-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { cutAmountOf } from '../../lib/models/cut-amount.ts'
import { openReview } from '../../lib/models/open-review.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { readAmountLimit } from '../../lib/quote/routes.ts'
import { supportedMethods } from '../../lib/service/swap-methods.ts'
import { countdownText } from '../parts/amount-text.ts'
import { t } from '../parts/text.ts'

/** Requests the manual routes of the form's pair, or opens the payment to a deposit address. */
export function startOtherMethod(app: AppModel, method: 'manual' | 'deposit'): void {
  document.getElementById('amount')?.focus()
  if (method === 'manual') app.swap.draft.setOption('enableManual', true)
  else if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 1 })
  else app.openSheet({ name: 'advanced', pays: true })
}

/** Whether any network takes payments from an exchange. */
export const canPayFromExchange = ({ start }: AppModel): boolean =>
  start.chains.value.some((chain) => supportedMethods(chain, undefined).includes('deposit'))

/** Uses the typed amount without the decimals that the token does not have. */
export function cutAmount({ swap: { draft } }: AppModel): void {
  const cut = cutAmountOf(draft)
  if (cut === null) return
  document.getElementById('amount')?.focus()
  draft.setAmount(cut)
}

/**
 * Names a step on the main button. If the pair needs another method to pay, the button names the first of them. If the
 * amount only has too many decimals, it names the amount without them; if it is above the balance, the most that can be sent.
 */
export function formStepText(
  step: FormStep,
  { start, swap: { draft, otherMethods, shares } }: AppModel,
): string {
  if (step === 'otherMethod') return t(`wayInstead_${otherMethods.value[0] ?? 'deposit'}`)
  const cut = cutAmountOf(draft)
  if (step === 'fixAmount' && cut !== null) {
    const limit = draft.entry.value === 'fiat' ? `$${cut}` : withSymbol(cut, draft.input.value?.symbol ?? '')
    return t('useLimit', { limit })
  }
  const max = shares.value?.offeredMax.value ?? null
  if (step === 'notEnough' && max !== null && draft.input.value !== null) {
    if (start.settings.value.hiddenBalances) return t('useMaxHidden')
    return t('useLimit', { limit: formatExactMoney(String(max), draft.input.value) })
  }
  return t(`form_${step}`, { symbol: draft.input.value?.symbol ?? '' })
}

const enabledSteps = new Set([
  'blocked',
  'connect',
  'connecting',
  'expired',
  'failed',
  'fixOption',
  'needRefund',
  'noRoute',
  'otherMethod',
  'paused',
  'pickRoute',
  'pickTokens',
  'review',
  'storage',
])

/** Whether the form's button can be pressed. */
export const isStepOpen = (app: AppModel): boolean => retryText(app) === null && canPress(app)

const canPress = (app: AppModel): boolean =>
  enabledSteps.has(app.swap.step.value) ||
  (app.swap.step.value === 'fixAmount' && cutAmountOf(app.swap.draft) !== null) ||
  (app.swap.step.value === 'notEnough' && app.swap.shares.value?.offeredMax.value != null)

/** Says when Ferry retries a busy service by itself; null if it does not. */
function retryText({ swap: { quotes, step }, nowMs }: AppModel): string | null {
  const { code, facts } = quotes.problem.value ?? {}
  if (step.value !== 'failed' || code !== 'serviceBusy' || facts?.untilMs === undefined) return null
  const untilMs = Number(facts.untilMs)
  const seconds = Math.ceil((untilMs - nowMs.value) / 1000)
  if (seconds <= 0) return null
  const time = countdownText(seconds)
  return time === '' ? t('retryAt', { time: momentText(untilMs, nowMs.value) }) : t('retryIn', { time })
}

/** The text of the form's button. */
export function stepText(app: AppModel): string {
  const refused = findRefusedAmount(app)
  if (refused !== null) {
    const { limit, tokens } = refused
    return limit === null || tokens === null ? t('form_fixAmount') : t('useLimit', { limit })
  }
  const retry = retryText(app)
  if (retry !== null) return retry
  if (app.swap.step.value === 'paused') return t('accessAllow')
  if (app.swap.step.value === 'storage') return t(app.swap.isHalted.value ? 'tryAgain' : 'openNormalWindow')
  return formStepText(app.swap.step.value, app)
}

/** Returns the service's refusal of an amount, with the limit if it reported one; else null. */
export function readRefusedAmount({ swap: { quotes, draft } }: AppModel) {
  const { code, facts } = quotes.problem.value ?? {}
  if (code !== 'serviceRefused' || facts?.message === undefined) return null
  return readAmountLimit(facts.message, draft.input.value?.symbol ?? '')
}

/** The service requires another amount. Retrying the same amount would be refused again. */
function findRefusedAmount(app: AppModel) {
  return app.swap.step.value === 'failed' && app.start.isFresh.value ? readRefusedAmount(app) : null
}

/** Steps that request another quote of the same swap. */
const refreshSteps: ReadonlySet<string> = new Set(['expired', 'failed', 'noRoute'])

/** Performs the step that the form's button names. Does nothing while the form waits. */
export function performStep(app: AppModel): void {
  const { draft, step, quotes, otherMethods } = app.swap
  const refused = findRefusedAmount(app)
  const [method] = otherMethods.value
  if (step.value === 'connect' || step.value === 'connecting') app.openSheet({ name: 'wallets' })
  if (step.value === 'otherMethod' && method !== undefined) startOtherMethod(app, method)
  if (refused !== null) {
    if (refused.tokens !== null) draft.setTokens(refused.tokens)
    document.getElementById('amount')?.focus()
  } else if (step.value === 'failed' && !app.start.isFresh.value) void app.start.load()
  else if (refreshSteps.has(step.value)) quotes.refresh()
  if (step.value === 'fixAmount') cutAmount(app)
  if (step.value === 'notEnough') {
    document.getElementById('amount')?.focus()
    app.swap.shares.value?.fillOfferedMax()
  }
  if (step.value === 'paused') void app.access.allow()
  // Broken storage may work again. A private window never keeps data.
  if (step.value === 'storage') void (app.swap.isHalted.value ? app.start.load() : app.openNormalWindow())
  if (step.value === 'fixOption') app.openSheet({ name: 'advanced' })
  // A proposal keeps its own screen, because the review must show its site.
  if (step.value === 'needRefund') {
    if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 2 })
    else app.openSheet({ name: 'advanced' })
  }
  if (step.value === 'blocked' || step.value === 'pickRoute') app.openSheet({ name: 'routes' })
  if (step.value === 'pickTokens') {
    app.openSheet({ name: 'tokens', side: app.swap.draft.input.value === null ? 'input' : 'output' })
  }
  if (step.value === 'review') openReview(app)
}
