import type { ExitKind } from '../../lib/order/exits/exit-rules.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../parts/text.ts'
import { cancelExit } from './CancelExit.tsx'
import type { ExitDescription } from './exit-parts.tsx'
import type { OrderProps } from './order-props.ts'
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
}: Pick<OrderProps, 'model' | 'order'> & {
  kind: ExitKind
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
