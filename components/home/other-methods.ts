import { withSymbol } from '../../lib/base/isolate.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { supportedMethods } from '../../lib/service/swap-methods.ts'
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
  if (draft.cutAmount.value === null) return
  document.getElementById('amount')?.focus()
  draft.setAmount(draft.cutAmount.value)
}

/**
 * Names a step on the main button. If the pair needs another method to pay, the button names the first of them. If the
 * amount only has too many decimals, it names the amount without them; if it is above the balance, the most that can be sent.
 */
export function formStepText(
  step: FormStep,
  { start, swap: { draft, offeredMax, otherMethods } }: AppModel,
): string {
  if (step === 'otherMethod') return t(`wayInstead_${otherMethods.value[0] ?? 'deposit'}`)
  const cut = draft.cutAmount.value
  if (step === 'fixAmount' && cut !== null) {
    const limit = draft.entry.value === 'fiat' ? `$${cut}` : withSymbol(cut, draft.input.value?.symbol ?? '')
    return t('useLimit', { limit })
  }
  const max = offeredMax.value
  if (step === 'notEnough' && max !== null && draft.input.value !== null) {
    if (start.settings.value.hiddenBalances) return t('useMaxHidden')
    return t('useLimit', { limit: formatExactMoney(String(max), draft.input.value) })
  }
  return t(`form_${step}`, { symbol: draft.input.value?.symbol ?? '' })
}
