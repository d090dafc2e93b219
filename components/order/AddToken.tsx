import { useSignal } from '@preact/signals'
import { isAddress, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { orderPhase } from '../../lib/order/order-state.ts'
import type { OrderView } from '../../lib/order/order-view.ts'
import { Button } from '../parts/Button.tsx'
import { t } from '../parts/text.ts'
import type { OrderProps } from './order-props.ts'

/** Adds the token that arrived to the wallet's own list. Renders nothing if it should not be there. */
export function AddToken({ app, model, order }: Omit<OrderProps, 'description'>) {
  const said = useSignal('')
  const isAsking = useSignal(false)
  if (!canAddToken(app, order)) return null
  const { symbol } = order.reviewed.outputToken
  const add = async () => {
    said.value = ''
    isAsking.value = true
    said.value = t(`tokenAdd_${await model.addToken()}`, { symbol })
    isAsking.value = false
  }
  return (
    <>
      <Button look="plain" testId="add-token" isDisabled={isAsking.value} onPress={add}>
        {t('tokenAdd', { symbol })}
      </Button>
      <p class="faint" role="status" data-testid="add-token-said">
        {said.value}
      </p>
    </>
  )
}

/**
 * Returns whether to offer the output token to the wallet. The token must be on a chain that Ferry reads, and
 * the connected account must have received it. A token that imitates another one is never offered: the wallet
 * would list it under the copied name.
 */
function canAddToken({ start }: AppModel, order: OrderView): boolean {
  const { outputToken, request } = order.reviewed
  const account = start.account.value
  const receiver = request.receiverAddress ?? request.userAddress
  return (
    orderPhase(order) === 'done' &&
    account !== null &&
    account.wallet !== null &&
    outputToken.imitates === undefined &&
    isAddress(outputToken.address) &&
    !isSameHex(outputToken.address, nativeAddress) &&
    start.chainOf(outputToken.chainId)?.isConfigured === true &&
    receiver !== null &&
    isSameHex(receiver, account.address)
  )
}
