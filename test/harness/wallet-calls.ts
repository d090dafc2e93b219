import type { Address, Hex } from '../../lib/base/hex.ts'
import type { Order } from '../../lib/order/order.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import { person } from './chains.ts'
import type { Call } from './fake-chain.ts'
import type { World } from './world.ts'

export function callsOf({ method, params, chain: on }: WalletRequest): readonly Call[] {
  const [given] = params as readonly { from: Address; chainId?: string; calls?: readonly object[] }[]
  if (given === undefined || on === null) throw new Error('a transaction without a call')
  // A wallet sends a request without a chain to its active chain.
  if (given.chainId !== `0x${on.chainId.toString(16)}`) throw new Error('a request without its chain')
  const calls = method === 'wallet_sendCalls' ? (given.calls ?? []) : [given]
  return calls.map((one) => {
    const { to, data, value } = one as { to: Address; data: Hex; value: string }
    return { chainId: on.chainId, from: given.from, to, data, value: BigInt(value) }
  })
}

/** Sends the transaction of a wallet request, by default of the last one. Returns its hash. */
export function sendPrompted({ chain, wallet }: World, request = wallet.prompts.at(-1)): Hex {
  const [call] = request === undefined ? [] : callsOf(request)
  if (call === undefined) throw new Error('no transaction request')
  return chain.send(call)
}

/** Signs the typed data of a wallet request and posts the signature, as the page of a wallet could. */
export async function postSignature(
  world: World,
  { params }: WalletRequest,
  { terms: { requestType, quoteId } }: Order,
): Promise<void> {
  const typedData = JSON.parse(String(params[1]))
  const userSignature = await person.signTypedData(typedData)
  const body = JSON.stringify({ requestType, request: typedData.message.witness, userSignature, quoteId })
  await world.service.service.submit(body, { priority: 'submit' })
}

const approval = /^(0x095ea7b3[0-9a-f]{64})([0-9a-f]{64})$/

/** The request after the person lowered its allowance to 5 units in the wallet. */
export function lowerApproval(request: WalletRequest): WalletRequest {
  const [given] = request.params as readonly { data?: string }[]
  const [, head, units = '0'] = approval.exec(given?.data ?? '') ?? []
  if (head === undefined || BigInt(`0x${units}`) <= 5n) return request
  return { ...request, params: [{ ...given, data: `${head}${'5'.padStart(64, '0')}` }] }
}
