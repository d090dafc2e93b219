import { expect, test } from 'vitest'
import { nativeAddress } from '../../../lib/base/hex.ts'
import {
  checkManualTransaction,
  deniedSelectors,
  type ManualCheckInput,
} from '../../../lib/checks/check-transaction.ts'
import type { DeploymentChain } from '../../../lib/deployment/schema.ts'
import type { TxData } from '../../../lib/service/route.ts'
import { manual } from '../quote/route-fixture.ts'
import { harbour, honest, nowSeconds, permit2, token, usdc, user } from './fixtures.ts'

const target = '0x000000000000000000000000000000000007a26e'
const spender = '0x00000000000000000000000000000000005ae4de'
const { request, quote, route: auto } = honest('SINGLE_OUTPUT_REQUEST')
const dai = '0x3333333333333333333333333333333333333c3c'
const txData: TxData = { to: target, data: '0x12345678', value: '5', chainId: harbour.chainId }

const input: ManualCheckInput = {
  request,
  quote,
  route: manual('Across'),
  txData,
  spender: null,
  chain: {
    ...harbour,
    manualSpenders: [spender],
    manualTargets: ['0x000000000000000000000000000000000007a26f', target],
    nativeFeeMaxUnits: '5',
    verifiedTokens: [{ address: dai, symbol: 'DAI', decimals: 18 }],
  },
  nowSeconds,
  expirySeconds: nowSeconds + 60,
  floorUnits: BigInt(auto.output.minAmountOut),
}

type Changes = Omit<Partial<ManualCheckInput>, 'txData'> & { txData?: Partial<TxData> }

function codeOf({ txData: part, ...changes }: Changes): string {
  const report = checkManualTransaction({ ...input, ...changes, txData: { ...txData, ...part } })
  return report.ok ? 'ok' : `${report.code} ${report.path}`
}

/** The same chain without contracts that take a token for another one. */
function without({ manualSpenders: _, ...chain }: DeploymentChain): DeploymentChain {
  return chain
}

const least = (minAmountOut: string) => {
  const route = manual('Across', { output: { ...auto.output, minAmountOut } })
  return { route, floorUnits: 0n }
}
const nativeRequest = { ...request, inputToken: nativeAddress }
const nativeQuote = {
  ...quote,
  input: { ...quote.input, token: token(harbour.chainId, nativeAddress, 'ETH', 18) },
}
const ofNative = { request: nativeRequest, quote: nativeQuote }

test('an honest transaction passes every check', () => {
  const report = checkManualTransaction(input)
  expect(report.ok && report.passed).toEqual(['M-5', 'M-2', 'M-1', 'M-3', 'M-6', 'M-4', 'W-9', 'X-1', 'X-4'])
})

test.each<[string, Changes]>([
  ['without a fee', { txData: { value: '0' } }],
  ['that names no chain', { txData: { chainId: null } }],
  ['of the native currency', { ...ofNative, txData: { value: request.inputAmount } }],
  ['of the native currency, with the largest fee', { ...ofNative, txData: { value: '1500005' } }],
  ['whose token is taken by a contract that the file allows', { spender }],
  ['with a longer call', { txData: { data: '0x1234567800' } }],
  ['that promises the least there is', least('1')],
  ['with the least time', { expirySeconds: nowSeconds + 16 }],
  ['with the most time', { expirySeconds: nowSeconds + 86_400 }],
])('a transaction %s passes', (_name, changes) => {
  expect(codeOf(changes)).toBe('ok')
})

test.each<[string, Changes, string]>([
  ['on another chain', { txData: { chainId: 1 } }, 'M-5 txData.chainId'],
  ['whose token somebody else takes', { spender: dai }, 'M-7 approvalData.spenderAddress'],
  [
    'whose token another contract takes, of which the file says nothing',
    { spender, chain: without(input.chain) },
    'M-7 approvalData.spenderAddress',
  ],
  [
    'pinned for another chain',
    { chain: { ...input.chain, chainId: 1 }, txData: { chainId: null } },
    'M-5 txData.chainId',
  ],
  ['to the token', { txData: { to: usdc } }, 'M-2 txData.to'],
  ['to the token that arrives', { txData: { to: request.outputToken as `0x${string}` } }, 'M-2 txData.to'],
  ['to a token we know', { txData: { to: dai } }, 'M-2 txData.to'],
  ['to Permit2', { txData: { to: permit2 } }, 'M-2 txData.to'],
  ['to the person', { txData: { to: user } }, 'M-2 txData.to'],
  ['to nobody we know', { txData: { to: '0x000000000000000000000000000000000000dead' } }, 'M-1 txData.to'],
  [
    'to a target with a wrong checksum',
    { txData: { to: '0x000000000000000000000000000000000007a26E' } },
    'M-1 txData.to',
  ],
  ['to no address', { txData: { to: '0x7a26e' } }, 'M-1 txData.to'],
  ['with a larger fee', { txData: { value: '6' } }, 'M-3 txData.value'],
  ['with a value that can be read twice', { txData: { value: '05' } }, 'M-3 txData.value'],
  ['of less than the native input', { ...ofNative, txData: { value: '1499999' } }, 'M-3 txData.value'],
  ['of too much of the native currency', { ...ofNative, txData: { value: '1500006' } }, 'M-3 txData.value'],
  ['that calls nothing', { txData: { data: '0x' } }, 'M-6 txData.data'],
  ['that calls half a function', { txData: { data: '0x123456' } }, 'M-6 txData.data'],
  ['that is no call', { txData: { data: '0x1234567' } }, 'M-6 txData.data'],
  ['that promises nothing', least('0'), 'W-9 output.minAmountOut'],
  ['whose promise can be read twice', least('01'), 'W-9 output.minAmountOut'],
  ['below what was accepted', { floorUnits: input.floorUnits + 1n }, 'W-9 output.minAmountOut'],
  ['about another ask', { quote: { ...quote, originChainId: 1 } }, 'X-1 originChainId'],
  [
    'that calls the receiver unasked',
    { quote: { ...quote, destinationExec: { destinationPayload: '0xabcd', destinationGasLimit: '5' } } },
    'X-1 destinationExec',
  ],
  ['with too little time', { expirySeconds: nowSeconds + 15 }, 'X-4 autoRoute.quoteExpiry'],
  ['with too much time', { expirySeconds: nowSeconds + 86_401 }, 'X-4 autoRoute.quoteExpiry'],
])('a transaction %s is refused', (_name, changes, code) => {
  expect(codeOf(changes)).toBe(code)
})

test.each(Object.keys(deniedSelectors))(
  'calls that move assets or grant allowances are refused: %s',
  (selector) => {
    expect(codeOf({ txData: { data: `${selector}00` as `0x${string}` } })).toBe('M-4 txData.data')
    const upper = `0x${selector.slice(2).toUpperCase()}00` as `0x${string}`
    expect(codeOf({ txData: { data: upper } })).toBe('M-4 txData.data')
    const routed = `0x0000019d${selector.slice(2)}00` as `0x${string}`
    expect(codeOf({ txData: { data: routed } })).toBe('M-4 txData.data')
  },
)
