import type { OrderModel } from '../../lib/models/order-model.ts'
import type { ExitKind } from '../../lib/order/exits/exit-rules.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../parts/text.ts'
import { cancelExit } from './CancelExit.tsx'
import type { ExitDescription } from './exit-parts.tsx'
import { revokeExit } from './RevokeExit.tsx'
import { withdrawExit } from './WithdrawExit.tsx'

export const exits: { readonly [kind in ExitKind]: ExitDescription } = {
  cancel: cancelExit,
  withdraw: withdrawExit,
  revoke: revokeExit,
}

/** Opens the review of an exit. */
export function ExitButton({
  kind,
  model,
  order,
  look,
}: {
  kind: ExitKind
  model: OrderModel
  order: OrderView
  look: 'primary' | 'secondary' | 'plain'
}) {
  const { busy, open, problem } = model.exits[kind]
  const isRefused = kind === 'withdraw' && problem.value !== null
  const text = isRefused ? t('checkAgain') : exits[kind].openText(order)
  return (
    <Button look={look} testId={`${kind}-open`} isBusy={busy.value !== null} onPress={open}>
      {busy.value === null ? text : t('checking')}
    </Button>
  )
}
