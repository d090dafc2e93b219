import { decodeAbiParameters } from 'viem'
import { type Hex, isSameHex, nativeAddress } from '../../lib/base/hex.ts'
import type { WalletRequest } from '../../lib/wallet/port.ts'
import { chainById } from '../harness/chains.ts'
import { manualCall, manualSelector } from '../harness/honest-routes.ts'
import { type AgreedTerms, harmsOf, inboxHarms, typedDataHarms } from './judge-request.ts'

interface Call {
  readonly from: string
  readonly to: string
  readonly data: Hex
  readonly value: string
}

/** The harms of a wallet request beyond the agreed terms; empty if it does what the person read. */
export function requestHarms(request: WalletRequest, consents: AgreedTerms): readonly string[] {
  const { request: quoteRequest } = consents
  const place = harmsOf(
    [request.chain?.chainId === quoteRequest.originChainId, 'on another chain'],
    [isSameHex(request.account, quoteRequest.userAddress), 'by another account'],
  )
  if (request.method === 'eth_signTypedData_v4') {
    return [...place, ...typedDataHarms(String(request.params[1]), consents)]
  }
  const [given] = request.params as readonly (Call & { calls?: readonly Call[] })[]
  if (given === undefined) return [...place, 'nothing that can be read']
  const calls = request.method === 'wallet_sendCalls' ? (given.calls ?? []) : [given]
  return [
    ...place,
    ...harmsOf([isSameHex(given.from, quoteRequest.userAddress), 'from another account']),
    ...calls.flatMap((call) => callHarms(call, consents)),
  ]
}

export function requestWord({ method, params }: WalletRequest): string {
  if (method !== 'eth_sendTransaction') return method
  const { data } = params[0] as Call
  return data.startsWith('0x095ea7b3') ? 'approve' : data === '0x' ? 'pay' : `call ${data.slice(0, 10)}`
}

const maxUint = 2n ** 256n - 1n

function callHarms({ to, data, value: valueText }: Call, consents: AgreedTerms): readonly string[] {
  const { request, nativeFeeUnits } = consents
  const chain = chainById(request.originChainId)
  const value = BigInt(valueText)
  const isNative = isSameHex(request.inputToken, nativeAddress)
  const requestsDeposit =
    request.options?.enableDepositAddress === true || request.options?.useDepositAddress === true
  if (data.startsWith('0x095ea7b3')) {
    const spender = `0x${data.slice(34, 74)}`
    const units = BigInt(`0x${data.slice(74)}`)
    return harmsOf(
      [isSameHex(to, request.inputToken), 'another token is approved'],
      [isSameHex(spender, consents.spender), 'another spender is approved'],
      [units !== maxUint && units <= BigInt(request.inputAmount), 'more is approved'],
      [value === 0n, 'an approval that pays'],
    )
  }
  if (chain.inboxes.some((one) => isSameHex(one, to))) return inboxHarms(data, value, consents)
  if (chain.manualTargets.some((one) => isSameHex(one, to))) {
    return [
      ...harmsOf(
        [request.options?.enableManual === true, 'a route nobody asked for'],
        [value <= nativeFeeUnits + (isNative ? BigInt(request.inputAmount) : 0n), 'more coins are sent'],
      ),
      ...manualHarms(data, consents),
    ]
  }
  const isTransfer = data.startsWith('0xa9059cbb') && isSameHex(to, request.inputToken)
  const units = isTransfer ? BigInt(`0x${data.slice(74)}`) : value
  if (!isTransfer && data !== '0x') return ['a call of something unknown']
  return [
    requestsDeposit ? "money sent to the service's address" : 'money sent to an address nobody asked for',
    ...harmsOf(
      [units <= BigInt(request.inputAmount), 'more is sent'],
      [isTransfer ? value === 0n : isNative, 'coins are sent along'],
    ),
  ]
}

function manualHarms(data: Hex, { request, leastUnits, nativeFeeUnits }: AgreedTerms): readonly string[] {
  if (!data.startsWith(manualSelector)) return ['behind: a call that nobody can read']
  try {
    const [token, units, fee, destination, output, outputUnits, receiver] = decodeAbiParameters(
      manualCall,
      `0x${data.slice(10)}`,
    )
    return harmsOf(
      [isSameHex(token, request.inputToken), 'behind: another token is taken'],
      [units <= BigInt(request.inputAmount), 'behind: more is taken'],
      [fee <= nativeFeeUnits, 'behind: a larger fee'],
      [destination === BigInt(request.destinationChainId), 'behind: another chain'],
      [isSameHex(output, request.outputToken), 'behind: another token arrives'],
      [outputUnits >= leastUnits, 'behind: less arrives'],
      [isSameHex(receiver, request.receiverAddress), 'behind: somebody else is paid'],
    )
  } catch {
    return ['behind: a call that nobody can read']
  }
}
