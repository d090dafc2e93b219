import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { RequestKind, RequestStruct } from './ledger.ts'
import { toContractStruct } from './request-struct.ts'
import { requestTypes } from './request-types.ts'

const sharedErrors = [
  'error WrongChain(uint256 chainId)',
  'error WrongGateway(address gateway)',
  'error WrongSender(address sender)',
  'error DeadlinePassed(uint256 deadline)',
  'error WrongValue()',
  'error WrongAffiliateFees(uint256 length)',
  'error NativeTransferFailed()',
  'error TokenTransferFailed(address token)',
]

const gatewayParts = [
  'function extract(Request request, bytes signature)',
  'function extractInbox(Request request)',
  'function hashOf(Request request) view returns (bytes32)',
  'function fulfil(bytes32 requestHash, address token, uint256 amount, address receiver) payable',
  'function settle(bytes32 requestHash)',
  'function cancel(bytes32 requestHash)',
  'function fulfilled(bytes32 requestHash) view returns (bool)',
  'function escrows(bytes32 requestHash) view returns (uint8 state, address sender, address token, uint256 amount)',
  'event Extracted(bytes32 indexed requestHash, address indexed sender, address token, uint256 amount)',
  'event AffiliateFeePaid(bytes32 indexed requestHash, address indexed taker, address token, uint256 amount)',
  'event Fulfilled(bytes32 indexed requestHash, address indexed receiver, address token, uint256 amount)',
  'event Settled(bytes32 indexed requestHash, address token, uint256 amount)',
  'event Cancelled(bytes32 indexed requestHash, address indexed receiver, address token, uint256 amount)',
  'error NotTheSolver()',
  'error WrongTransmitter(address exclusiveTransmitter)',
  'error AlreadyExtracted()',
  'error AlreadyFulfilled()',
  'error NotExtracted()',
  'error TooLittleOnTheWay(uint256 amount)',
  'error NotOpen()',
  'error SignatureExpired(uint256 signatureDeadline)',
  'error InvalidNonce()',
  'error InvalidAmount(uint256 maxAmount)',
  'error InvalidSignature()',
  'error InvalidSignatureLength()',
  'error InvalidSigner()',
  'error InvalidContractSignature()',
  ...sharedErrors,
]

const inboxParts = [
  'function createRequest(Request request, address refundAddress) payable',
  'function withdrawFunds(Request request)',
  'function deposits(bytes32 requestHash) view returns (uint8 state, address refundAddress, address token, uint256 amount)',
  'event SingleOutputRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request)',
  'event SwapRequestCreated(bytes32 indexed requestHash, address refundAddress, bytes request)',
  'event SingleOutputRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount)',
  'event SwapRequestWithdrawn(bytes32 indexed requestHash, address refundAddress, uint256 amount)',
  'error WrongRefundAddress()',
  'error AlreadyCreated()',
  'error NotOpen()',
  ...sharedErrors,
]

/** Only a request between two chains has an intermediate swap. */
const intermediateSwap = 'function swapOnTheWay(Request request, address venue, uint256 amount)'

export const gatewayAbis: { readonly [kind in RequestKind]: Abi } = {
  SINGLE_OUTPUT_REQUEST: abiOf('SINGLE_OUTPUT_REQUEST', [...gatewayParts, intermediateSwap]),
  SWAP_REQUEST: abiOf('SWAP_REQUEST', gatewayParts),
}

export const inboxAbis: { readonly [kind in RequestKind]: Abi } = perKind(inboxParts)

export const manualTargetAbi = parseAbi([
  'function spender() view returns (address)',
  'function swap(bytes32 routeId, address inputToken, uint256 inputAmount, address outputToken, uint256 outputAmount, address receiver, uint256 nativeFee) payable',
  'function send(bytes32 routeId, address inputToken, uint256 inputAmount, uint256 destinationChainId, bytes receiver, uint256 nativeFee) payable',
  'event Swapped(bytes32 indexed routeId, address indexed sender, address inputToken, uint256 inputAmount, address outputToken, uint256 outputAmount, address receiver)',
  'event Sent(bytes32 indexed routeId, address indexed sender, address inputToken, uint256 inputAmount, uint256 destinationChainId, bytes receiver)',
  'error WrongValue(uint256 expected)',
  'error NativeTransferFailed()',
  'error TokenTransferFailed(address token)',
])

/** Pays refunds, and is neither gateway nor inbox. */
export const refunderAbi = parseAbi([
  'function refund(bytes32 requestHash, address token, uint256 amount, address receiver) payable',
  'event RequestRefunded(bytes32 requestHash, address receiver, address token, uint256 amount)',
  'error NotTheSolver()',
  'error AlreadyRefunded()',
  'error WrongValue()',
  'error NativeTransferFailed()',
  'error TokenTransferFailed(address token)',
])

/** Calldata of the inbox's `createRequest`: `txData.data` of a native or `useInbox` quote. */
export function createRequestData(kind: RequestKind, struct: RequestStruct, refundAddress: Address): Hex {
  return encodeFunctionData({
    abi: inboxAbis[kind],
    functionName: 'createRequest',
    args: [toContractStruct(kind, struct), refundAddress],
  })
}

export function withdrawFundsData(kind: RequestKind, struct: RequestStruct): Hex {
  return encodeFunctionData({
    abi: inboxAbis[kind],
    functionName: 'withdrawFunds',
    args: [toContractStruct(kind, struct)],
  })
}

function perKind(parts: readonly string[]): { readonly [kind in RequestKind]: Abi } {
  return {
    SINGLE_OUTPUT_REQUEST: abiOf('SINGLE_OUTPUT_REQUEST', parts),
    SWAP_REQUEST: abiOf('SWAP_REQUEST', parts),
  }
}

function abiOf(kind: RequestKind, parts: readonly string[]): Abi {
  const { Request, BasicRequest } = requestTypes[kind]
  const structs = [`struct BasicRequest {${fields(BasicRequest)}}`, `struct Request {${fields(Request)}}`]
  return parseAbi([...structs, ...parts]) as Abi
}

function fields(members: readonly { readonly name: string; readonly type: string }[]): string {
  return members.map(({ name, type }) => `${type} ${name};`).join(' ')
}

export const universalResolverAbi = parseAbi([
  'function setAddr(bytes32 node, address owner)',
  'function setAddr(bytes32 node, uint256 coinType, bytes record)',
])
