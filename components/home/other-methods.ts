import type { AppModel } from '../../lib/models/app-model.ts'
import type { FormStep } from '../../lib/models/swap-model.ts'
import { t } from '../parts/text.ts'

/** Requests the manual routes of the form's pair, or opens the payment to a deposit address. */
export function startOtherMethod(app: AppModel, method: 'manual' | 'deposit'): void {
  document.getElementById('amount')?.focus()
  if (method === 'manual') app.swap.requestManual()
  else if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 1 })
  else app.openSheet({ name: 'advanced', pays: true })
}

/** Names a step on the main button. If the pair needs another method to pay, the button names the first of them. */
export function formStepText(step: FormStep, { swap: { draft, otherMethods } }: AppModel): string {
  if (step === 'otherMethod') return t(`wayInstead_${otherMethods.value[0] ?? 'deposit'}`)
  return t(`form_${step}`, { symbol: draft.input.value?.symbol ?? '' })
}
