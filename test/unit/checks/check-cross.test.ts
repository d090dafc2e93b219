import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { nativeAddress, zeroAddress } from '../../../lib/base/hex.ts'
import { checkDeposit, type DepositCheckInput, transferCall } from '../../../lib/checks/check-cross.ts'
import type { Deployment, DeploymentChain } from '../../../lib/deployment/schema.ts'
import { walletQuoteRequest } from '../../../lib/service/quote-request.ts'
import { deployment, harbour, island } from '../../harness/chains.ts'
import { problemCodeOf } from '../base/problem-code.ts'
import { deposit as route } from '../quote/route-fixture.ts'
import { clocks, honest, nowSeconds, usdc, user } from './fixtures.ts'

const { request, quote, route: auto } = honest('SINGLE_OUTPUT_REQUEST')
const refundAddress = '0xe000000000000000000000000000000000000002'

const input: DepositCheckInput = {
  request: { ...request, options: { refundAddress } },
  quote,
  route: { ...route, output: auto.output },
  deposit: {
    address: route.address,
    token: usdc,
    amount: request.inputAmount,
    chainId: request.originChainId,
    memo: null,
    expirySeconds: nowSeconds + 600,
    refundAddress,
  },
  deployment,
  clocks,
  floorUnits: BigInt(auto.output.minAmountOut),
  usedRequestHashes: new Set(['0x12']),
}

/** The deployment with retired contracts on one of its chains. */
const withRetired = (lists: Partial<DeploymentChain>): Deployment => ({
  ...deployment,
  chains: deployment.chains.map((chain) =>
    chain.chainId === island.chainId ? { ...chain, ...lists } : chain,
  ),
})

type Changes = Omit<Partial<DepositCheckInput>, 'deposit'> & {
  deposit?: Partial<DepositCheckInput['deposit']>
}

function codeOf({ deposit, ...changes }: Changes): string {
  const report = checkDeposit({ ...input, ...changes, deposit: { ...input.deposit, ...deposit } })
  return report.ok ? 'ok' : `${report.code} ${report.path}`
}

test('an honest deposit passes every check', () => {
  const report = checkDeposit(input)
  expect(report).toMatchObject({ ok: true })
  expect(report.ok && report.passed).toEqual([
    'P-4',
    'P-1',
    'P-5',
    'P-2',
    'P-3',
    'P-6',
    'P-7',
    'W-9',
    'X-1',
    'X-3',
  ])
})

test.each<[string, Changes]>([
  ['with the least time', { deposit: { expirySeconds: nowSeconds + 60 } }],
  ['with the most time', { deposit: { expirySeconds: nowSeconds + 86_400 } }],
  ['that promises nothing yet', { route, floorUnits: 10n ** 30n }],
  ['whose refund nobody asked for', { request, deposit: { refundAddress: null } }],
  [
    'of nobody',
    {
      request: { ...input.request, userAddress: null },
      quote: { ...quote, userAddress: null } as typeof quote,
    },
  ],
])('a deposit %s passes', (_name, changes) => {
  expect(codeOf(changes)).toBe('ok')
})

test.each<[string, Changes, string]>([
  ['on another chain', { deposit: { chainId: 1 } }, 'P-4 deposit.chainId'],
  ['to no address', { deposit: { address: 'GABC' } }, 'P-1 deposit.address'],
  ['to the person', { deposit: { address: user } }, 'P-5 deposit.address'],
  ['to the token', { deposit: { address: usdc } }, 'P-5 deposit.address'],
  ['to the token that arrives', { deposit: { address: request.outputToken } }, 'P-5 deposit.address'],
  ['to Permit2', { deposit: { address: harbour.permit2 } }, 'P-5 deposit.address'],
  ['to a gateway', { deposit: { address: String(harbour.gateways[0]) } }, 'P-5 deposit.address'],
  ['to an inbox', { deposit: { address: String(harbour.inboxes[0]) } }, 'P-5 deposit.address'],
  ['to a manual target', { deposit: { address: String(harbour.manualTargets[0]) } }, 'P-5 deposit.address'],
  ['to Multicall3', { deposit: { address: String(harbour.multicall3) } }, 'P-5 deposit.address'],
  [
    'to a gateway of the other chain',
    { deposit: { address: String(island.gateways[0]) } },
    'P-5 deposit.address',
  ],
  [
    'to a retired gateway',
    {
      deployment: withRetired({ retiredGateways: [`0x${'0b'.repeat(20)}`] }),
      deposit: { address: `0x${'0b'.repeat(20)}` },
    },
    'P-5 deposit.address',
  ],
  [
    'to a retired inbox',
    {
      deployment: withRetired({ retiredInboxes: [`0x${'0b'.repeat(20)}`] }),
      deposit: { address: `0x${'0b'.repeat(20)}` },
    },
    'P-5 deposit.address',
  ],
  ['to its own refund', { deposit: { address: refundAddress } }, 'P-5 deposit.address'],
  ['of another token', { deposit: { token: request.outputToken } }, 'P-2 deposit.token'],
  ['of another amount', { deposit: { amount: '1500001' } }, 'P-3 deposit.amount'],
  ['with another refund', { deposit: { refundAddress: user } }, 'P-6 deposit.refundAddress'],
  [
    'to the requested refund',
    { deposit: { address: refundAddress, refundAddress: null } },
    'P-5 deposit.address',
  ],
  ['with too little time', { deposit: { expirySeconds: nowSeconds + 59 } }, 'P-7 deposit.expiry'],
  ['with too much time', { deposit: { expirySeconds: nowSeconds + 86_401 } }, 'P-7 deposit.expiry'],
  ['below what was accepted', { floorUnits: input.floorUnits + 1n }, 'W-9 output.minAmountOut'],
  ['about another quote', { quote: { ...quote, destinationChainId: 1 } }, 'X-1 destinationChainId'],
  [
    'that calls the receiver unasked',
    { quote: { ...quote, destinationExec: { destinationPayload: '0xabcd', destinationGasLimit: '5' } } },
    'X-1 destinationExec',
  ],
  ['without a hash', { route: { ...route, requestHash: null } }, 'X-3 deposit.requestHash'],
  ['seen before', { usedRequestHashes: new Set([route.requestHash ?? '']) }, 'X-3 deposit.requestHash'],
])('a deposit %s is refused', (_name, changes, code) => {
  expect(codeOf(changes)).toBe(code)
})

test.each([nativeAddress, zeroAddress])('a deposit to %s is refused', (address) => {
  expect(codeOf({ deposit: { address } })).toMatch(/^P-[15] deposit\.address$/)
})

test('a token transfer is ABI-encoded, a native transfer has only a value', () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [user, 7n] })
  expect(transferCall(5, usdc, user, 7n)).toEqual({ to: usdc, data, value: '0', chainId: 5 })
  expect(transferCall(5, nativeAddress, user, 7n)).toEqual({ to: user, data: '0x', value: '7', chainId: 5 })
})

test('a request without a wallet, or from a chain that is not EVM, has nothing to sign', () => {
  const { request } = honest('SWAP_REQUEST')
  expect(walletQuoteRequest(request)).toEqual(request)
  expect(problemCodeOf(() => walletQuoteRequest({ ...request, userAddress: null }))).toBe(
    'walletNotConnected',
  )
  expect(problemCodeOf(() => walletQuoteRequest({ ...request, inputToken: 'native' }))).toBe('routeUnusable')
})
