import type { AppModel } from '../../lib/models/app-model.ts'

/** Requests the manual routes of the form's pair, or opens the payment to a deposit address. */
export function startOtherMethod(app: AppModel, method: 'manual' | 'deposit'): void {
  document.getElementById('amount')?.focus()
  if (method === 'manual') app.swap.requestManual()
  else if (app.screen.value.name === 'home') app.go({ name: 'deposit', step: 1 })
  else app.openSheet({ name: 'advanced', pays: true })
}
