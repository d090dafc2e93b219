import type { Hex } from '../../base/hex.ts'
import type { Json } from '../../base/json.ts'
import { Problem } from '../../base/problem.ts'
import { normalizeSignature, verifyEoaSignature } from '../../checks/signature.ts'
import { submitBody } from '../../checks/submit-body.ts'
import { digestOf } from '../../checks/typed-data.ts'
import { walletAsk } from '../../service/quote-request.ts'
import type { FlowEvent } from '../event.ts'
import type { Order } from '../order.ts'
import type { FlowPorts } from '../ports.ts'

/** Verifies a signature the way Permit2 will (S-1 to S-4) and builds the body that will be posted, once and for all. */
export async function performSignature(order: Order, ports: FlowPorts): Promise<FlowEvent> {
  const { signature, deal } = order
  if (signature === null || deal.signTypedData === null)
    throw new Problem('internal', { facts: { what: 'no signature' } })
  const { originChainId, userAddress } = walletAsk(order.reviewed.ask)
  const digest = digestOf(deal.signTypedData)
  const { witness } = deal.signTypedData.values
  const code = await ports.chain.codeAt(originChainId, userAddress)
  const normalized = normalizeSignature(signature)
  const usual = normalized.ok ? normalized.signature : signature
  if (code !== '0x') {
    const says = (one: Hex) => ports.chain.isValidSignature(originChainId, userAddress, digest, one)
    if (await says(signature)) return checked(order, { valid: true, isContract: true }, signature, witness)
    // A delegated account's key signs as any key: with a `v` that contracts do not take from every wallet (EIP-7702).
    const valid = usual !== signature && (await says(usual))
    return checked(order, { valid, isContract: true }, usual, witness)
  }
  const valid = await verifyEoaSignature(digest, signature, userAddress)
  return checked(order, { valid, isContract: false }, usual, witness)
}

function checked(
  order: Order,
  verdict: { readonly valid: boolean; readonly isContract: boolean },
  signature: Hex,
  witness: Json | undefined,
): FlowEvent {
  const { requestType, quoteId } = order.deal
  if (requestType === null) throw new Problem('internal', { facts: { what: 'no request' } })
  const body = submitBody({ requestType, witness, userSignature: signature, quoteId })
  return { kind: 'signatureChecked', ...verdict, signature, submitBody: body }
}
