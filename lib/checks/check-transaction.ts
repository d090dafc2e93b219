import { canonicalAddress } from '../base/ethereum.ts'
import { type Address, isHex, isSameHex, nativeAddress, zeroAddress } from '../base/hex.ts'
import { requestInputs } from '../deployment/deployment.ts'
import type { DeploymentChain } from '../deployment/schema.ts'
import { computeNativeFeeUnits } from '../quote/route-summary.ts'
import type { QuoteRequest } from '../service/quote-request.ts'
import type { TxData } from '../service/route.ts'
import { echoLines, execLine, quoteLifeLine, requestLines } from './check-cross.ts'
import { deadlineLine, requestTypeLine } from './check-permit.ts'
import {
  type CheckedOutput,
  type CheckInput,
  type CheckLine,
  type CheckReport,
  canonicalUint,
  checkLine,
  member,
  reportOf,
} from './check-report.ts'
import { witnessLines } from './check-witness.ts'
import { decodeCreateRequest } from './swap-request.ts'
import { requestHashOf } from './typed-data.ts'

/**
 * Calls that move assets of the account or grant allowances. They are never part of a swap that Ferry sends (API4).
 *
 * @internal
 */
export const deniedSelectors: { readonly [selector: string]: string } = {
  '0x095ea7b3': 'approve',
  '0xa9059cbb': 'transfer',
  '0x23b872dd': 'transferFrom',
  '0x39509351': 'increaseAllowance',
  '0xd73dd623': 'increaseApproval',
  '0x3177029f': 'approveAndCall',
  '0xcae9ca51': 'approveAndCall with data',
  '0x1296ee62': 'transferAndCall',
  '0x4000aea0': 'transferAndCall with data',
  '0xd8fbe994': 'transferFromAndCall',
  '0xc1d34b89': 'transferFromAndCall with data',
  '0x9bd9bbc6': 'ERC-777 send',
  '0x62ad1b83': 'ERC-777 operatorSend',
  '0x959b8c3f': 'authorizeOperator',
  '0xa22cb465': 'setApprovalForAll',
  '0x42842e0e': 'safeTransferFrom',
  '0xb88d4fde': 'safeTransferFrom with data',
  '0xf242432a': 'ERC-1155 safeTransferFrom',
  '0x2eb2c2d6': 'safeBatchTransferFrom',
  '0xd505accf': 'permit',
  '0x9fd5a6cf': 'permit with bytes',
  '0x8fcbaf0c': 'permit of DAI',
  '0x87517c45': 'Permit2 approve',
  '0x2b67b570': 'Permit2 permit',
  '0x2a2d80d1': 'Permit2 permit of many',
  '0x36c78516': 'Permit2 transferFrom',
  '0x0d58b1db': 'Permit2 transferFrom of many',
  '0x30f28b7a': 'permitTransferFrom',
  '0xedd9444b': 'permitTransferFrom of many',
  '0x137c29fe': 'permitWitnessTransferFrom',
  '0xfe8ec1a7': 'permitWitnessTransferFrom of many',
  '0xac9650d8': 'multicall',
  '0x5ae401dc': 'multicall with deadline',
  '0x1f0464d1': 'multicall with block hash',
  '0x24856bc3': 'execute',
  '0x3593564c': 'execute with deadline',
}

/**
 * Checks the transaction of a native or inbox route before it goes to the wallet:
 *
 * - I-1, I-2: the target is a pinned inbox and no token.
 * - I-3: the value is the input.
 * - I-4: the call is not denied.
 * - I-5: the calldata is a plain `createRequest`.
 * - I-6: refunds go to the person's account.
 * - I-7: the chain is the origin chain.
 * - I-8: the inbox would not treat the token as native currency.
 *
 * The request in the calldata then passes the same checks as a signed witness. The flow itself runs the `eth_call` before
 * sending.
 */
export function checkInboxTransaction(input: CheckInput): CheckReport {
  return reportOf(transactionLines(input))
}

function* transactionLines(input: CheckInput): Generator<CheckLine> {
  const { request, chain, deployment, route } = input
  const { txData, userOp, requestType } = route
  yield checkLine('I-1', 'autoRoute.txData', txData !== null && userOp === 'tx')
  if (txData === null) return
  yield requestTypeLine(input)
  yield checkLine('I-8', 'inputToken', !isTreatedAsNative(chain, request.inputToken))
  yield* targetLines(input, txData)

  const pinned = deployment.types[requestType]
  const call = isHex(txData.data) ? decodeCreateRequest(requestType, pinned, txData.data) : null
  yield checkLine('I-5', 'txData.data', call !== null)
  if (call === null) return
  const { refundAddress, witness } = call
  yield checkLine('I-6', 'refundAddress', isSameHex(refundAddress, request.userAddress))
  yield deadlineLine(input, 'witness.basicReq.deadline', member(witness.basicReq, 'deadline'))
  const inbox = canonicalAddress(txData.to) ?? zeroAddress
  const inputs = requestInputs(chain, request.inputToken)
  yield* witnessLines(input, witness, { sender: inbox, gateways: chain.gateways, inputs })
  yield* echoLines(input)
  yield* requestLines(input, requestHashOf(pinned, witness))
}

/**
 * True for the wrapped native token. An inbox would treat it as native currency and require its amount as value, so it
 * cannot be paid in as an ERC-20 (wire shapes 16.2).
 */
export function isTreatedAsNative({ wrappedNative }: DeploymentChain, token: Address): boolean {
  return wrappedNative !== undefined && isSameHex(wrappedNative, token)
}

function* targetLines({ request, chain }: CheckInput, txData: TxData): Generator<CheckLine> {
  const { to, data, value, chainId } = txData
  const onOrigin = chain.chainId === request.originChainId && (chainId === null || chainId === chain.chainId)
  yield checkLine('I-7', 'txData.chainId', onOrigin)
  yield checkLine('I-2', 'txData.to', !isToken(request, chain, to))
  yield checkLine('I-1', 'txData.to', isAllowedTarget(to, chain.inboxes))
  const wanted = isSameHex(request.inputToken, nativeAddress) ? request.inputAmount : '0'
  yield checkLine('I-3', 'txData.value', canonicalUint(value) === BigInt(wanted))
  const selector = String(data).slice(0, 10).toLowerCase()
  yield checkLine('I-4', 'txData.data', !Object.hasOwn(deniedSelectors, selector))
}

/** True if the target is one of these contracts and its EIP-55 spelling is valid. */
export function isAllowedTarget(to: string, contracts: readonly Address[]): boolean {
  return canonicalAddress(to) !== null && contracts.some((contract) => isSameHex(contract, to))
}

/** True if the target is a known token or Permit2: a call there could move assets or grant allowances. */
function isToken(request: QuoteRequest, chain: DeploymentChain, to: string): boolean {
  const tokens = [
    request.inputToken,
    request.outputToken,
    chain.permit2,
    ...chain.verifiedTokens.map(({ address }) => address),
  ]
  return tokens.some((token) => isSameHex(token, to))
}

export interface ManualCheckInput
  extends Pick<CheckInput, 'request' | 'quote' | 'chain' | 'nowSeconds' | 'floorUnits'> {
  readonly route: { readonly output: CheckedOutput }
  readonly txData: TxData
  /** The contract that takes the token, if the service names another one than the target. Else null. */
  readonly spender: Address | null
  /** When the quote expires, Unix seconds, reported or assumed. */
  readonly expirySeconds: number
}

/**
 * Checks the transaction of `build-tx` before it goes to the wallet (API4):
 *
 * - M-1, M-2: the target is pinned and no token.
 * - M-3: the value is the input, plus at most the native fee of the deployment file.
 * - M-4: the call is not denied, also not after a route id.
 * - M-5: the chain is the origin chain.
 * - M-6: the transaction has calldata.
 * - M-7: the deployment file allows the contract that takes the token.
 *
 * The calldata is the bridge's own and cannot be decoded. The flow itself simulates it before sending.
 */
export function checkManualTransaction(input: ManualCheckInput): CheckReport {
  return reportOf(manualLines(input))
}

function* manualLines(input: ManualCheckInput): Generator<CheckLine> {
  const { request, chain, route, txData, floorUnits } = input
  const { to, data, chainId } = txData
  const onOrigin = chain.chainId === request.originChainId && (chainId === null || chainId === chain.chainId)
  yield checkLine('M-5', 'txData.chainId', onOrigin)
  const isOther = !isToken(request, chain, to) && !isSameHex(to, request.userAddress)
  yield checkLine('M-2', 'txData.to', isOther)
  yield checkLine('M-1', 'txData.to', isAllowedTarget(to, chain.manualTargets))
  if (input.spender !== null) {
    const isAllowed = isAllowedTarget(input.spender, chain.manualSpenders ?? [])
    yield checkLine('M-7', 'approvalData.spenderAddress', isAllowed)
  }
  const value = canonicalUint(txData.value)
  const fee = value === null ? -1n : computeNativeFeeUnits(request, txData)
  const isPaid = fee >= 0n && fee <= BigInt(chain.nativeFeeMaxUnits)
  yield checkLine('M-3', 'txData.value', isPaid)
  yield checkLine('M-6', 'txData.data', isHex(data) && data.length >= 10)
  yield checkLine('M-4', 'txData.data', !isDeniedCall(data))
  const least = canonicalUint(route.output.minAmountOut) ?? 0n
  yield checkLine('W-9', 'output.minAmountOut', least > 0n && least >= floorUnits)
  yield* echoLines(input)
  yield execLine(input)
  yield quoteLifeLine(input.nowSeconds, input.expirySeconds)
}

function isDeniedCall(data: string): boolean {
  const hex = data.slice(2).toLowerCase()
  return [0, 8].some((at) => Object.hasOwn(deniedSelectors, `0x${hex.slice(at, at + 8)}`))
}
