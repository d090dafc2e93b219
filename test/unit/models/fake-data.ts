import { subtractDecimal } from '../../../lib/base/decimal.ts'
import { lossPercent, valueOfUnits } from '../../../lib/base/decimal-math.ts'
import { type Address, nativeAddress } from '../../../lib/base/hex.ts'
import type { ExitView } from '../../../lib/order/exits/exit-review.ts'
import type { ExitKind } from '../../../lib/order/exits/exit-rules.ts'
import type { QuoteView } from '../../../lib/quote/quote-view.ts'
import { type CostTerms, measureCost, type RouteFee } from '../../../lib/quote/swap-cost.ts'
import { sumApprovalGas } from '../../../lib/review/approval-gas.ts'
import type { ReviewView } from '../../../lib/review/review-view.ts'
import { withSameFigures } from '../../../lib/review/value-loss.ts'
import type { StartView } from '../../../lib/rpc/messages.ts'
import type { QuoteRequest, WalletQuoteRequest } from '../../../lib/service/quote-request.ts'
import type { Token } from '../../../lib/service/token.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import type { ChainView } from '../../../lib/tokens/token-messages.ts'
import type { Account, DetectedWallet } from '../../../lib/wallet/port.ts'
import { listedChain } from '../../harness/listed-chain.ts'
import { factsOf } from './fake-facts.ts'

/** The time that all fake data is relative to. */
export const bornMs = Date.UTC(2026, 10, 20, 14, 22, 0)

const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

function chain(chainId: number, name: string, symbol: string, part: Partial<ChainView> = {}): ChainView {
  const currency = { address: nativeAddress, name: symbol, symbol, decimals: 18, iconUrl: null }
  return {
    ...listedChain(chainId, { name, isDepositEnabled: false }),
    currency: { ...currency, minNativeCurrencyForGas: '1000000000000000' },
    isConfigured: false,
    explorerUrl: null,
    rpcUrls: [],
    ...part,
  }
}

const live = (chainId: number) => ({
  isConfigured: true,
  explorerUrl: `http://127.0.0.1:8788/explorer/${chainId}`,
  rpcUrls: [`https://rpc.example/${chainId}`, `https://second.example/${chainId}`],
})

export const chains: readonly ChainView[] = [
  chain(31337, 'Harbour', 'ETH', live(31337)),
  chain(31338, 'Island', 'ISL', live(31338)),
  chain(31339, 'Cape', 'CPE', live(31339)),
  chain(1, 'Ethereum', 'ETH'),
  chain(10, 'Optimism', 'ETH'),
  chain(8453, 'Base', 'ETH'),
  chain(999, 'Closed Sound', 'SND', { receivingEnabled: false }),
]

function token(chainId: number, symbol: string, decimals: number, part: Partial<Token> = {}): Token {
  const tail = [...symbol].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return {
    chainId,
    address: `0x${(chainId.toString(16) + tail).padStart(40, '7')}`,
    name: `${symbol} token`,
    symbol,
    decimals,
    logoURI: null,
    isVerified: true,
    ...part,
  }
}

export const usdcHarbour = token(31337, 'USDC', 6, { name: 'USD Coin' })
export const usdcIsland = token(31338, 'USDC', 6, { name: 'USD Coin' })
export const ethHarbour = token(31337, 'ETH', 18, { name: 'Ether', address: nativeAddress })

export const tokens: readonly Token[] = [
  usdcHarbour,
  ethHarbour,
  token(31337, 'WETH', 18, { name: 'Wrapped Ether' }),
  token(31337, 'TETH', 6, { name: 'Tether-like' }),
  usdcIsland,
  token(31338, 'ISL', 18, { name: 'Island coin', address: nativeAddress }),
  token(31338, 'DAI', 18, { name: 'Dai' }),
  token(31339, 'USDC', 6, { name: 'USD Coin' }),
  token(31339, 'FEE', 18, { name: 'Takes a fee', isVerified: false }),
  token(999, 'SND', 18, { name: 'Sound' }),
  ...Array.from({ length: 180 }, (_, index) => token(1, `TK${index}`, 18, { isVerified: index % 3 === 0 })),
]

export const account: Account = {
  address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  chainId: 31337,
  wallet: {
    connector: 'page',
    id: 'org.ferry.test',
    name: 'Test Wallet',
    origin: 'http://127.0.0.1:8788',
    iconUrl: null,
  },
}

export const tabOffers: readonly DetectedWallet[] = [
  {
    connector: 'page',
    id: 'io.rabby',
    name: 'Rabby Wallet',
    origin: 'https://app.example.org',
    iconUrl: null,
    state: 'there',
    isLastUsed: false,
    tab: { tabId: 7, origin: 'https://app.example.org' },
  },
]

export const offers: readonly DetectedWallet[] = [
  {
    connector: 'extension',
    id: 'nkbihfbeogaeaoehlefnkodbefgpgknn',
    name: 'MetaMask',
    origin: 'abcdefghijklmnopabcdefghijklmnop',
    iconUrl: null,
    state: 'there',
    isLastUsed: true,
  },
  {
    connector: 'loopback',
    id: 'ws://127.0.0.1:1248',
    name: 'Frame',
    origin: 'chrome-extension://abcdefghijklmnopabcdefghijklmnop',
    iconUrl: null,
    state: 'needsPermission',
    isLastUsed: false,
  },
  {
    connector: 'page',
    id: null,
    name: '127.0.0.1:8788',
    origin: 'http://127.0.0.1:8788',
    iconUrl: null,
    state: 'closed',
    isLastUsed: false,
  },
]

export const start: StartView = {
  ...({ deploymentName: 'Local sandbox', serviceKind: 'sandbox', isConnecting: false } as const),
  supportUrl: 'http://127.0.0.1:8788/support',
  walletLinks: [{ name: 'MetaMask', url: 'https://metamask.io/download' }],
  settings: defaultSettings,
  account,
  chains,
  tokens,
  running: [],
  storage: 'durable',
  missingHosts: [],
}

export const balances: { readonly [key: string]: string } = {
  [`31337:${usdcHarbour.address}`]: '1240500000',
  [`31337:${nativeAddress}`]: '9998123456789012345678',
  [`31338:${usdcIsland.address}`]: '25000000',
}

/** All fake figures in dollars come from these prices: a gas token costs 1,500 dollars, a stablecoin one. */
export const priceOf = ({ address, symbol }: Token): string =>
  address === nativeAddress || symbol === 'WETH' ? '1500' : '1'

const inDollars = (units: bigint | string, token: Token): string =>
  valueOfUnits(units, token.decimals, priceOf(token))

/** The network fee of a sent swap: 0.06 dollars. */
export const sendGas: RouteFee = {
  ...({ kind: 'gas', token: ethHarbour, amount: '40000000000000' } as const),
  feeInUsd: inDollars(40_000_000_000_000n, ethHarbour),
}

/** A signed quote: 0.40 % of its input for the delivery, 0.06 % by its price, and the gas of an approval. */
export function quoteFor(
  quoteRequest: QuoteRequest,
  nowMs: number,
  part: Partial<QuoteView> = {},
): QuoteView {
  const find = (chainId: number, address: string) =>
    tokens.find((one) => one.chainId === chainId && one.address === address) ?? usdcHarbour
  const inputToken = find(quoteRequest.originChainId, quoteRequest.inputToken)
  const outputToken = part.outputToken ?? find(quoteRequest.destinationChainId, quoteRequest.outputToken)
  const paid = quoteRequest.inputAmount
  /** The output's amount of this part of the input, in hundredths of a percent. */
  const outputOf = (part: bigint) => {
    const [input, output] = [inputToken, outputToken].map(
      (one) => BigInt(priceOf(one)) * 10n ** BigInt(36 - one.decimals),
    )
    return String((BigInt(paid) * (input ?? 1n) * part) / ((output ?? 1n) * 10_000n))
  }
  const promisedAmount = part.promisedAmount ?? outputOf(9954n)
  const fee = outputOf(40n)
  const terms = {
    inputValueInUsd: inDollars(paid, inputToken),
    outputValueInUsd: inDollars(promisedAmount, outputToken),
    fees: [{ kind: 'relayer', token: outputToken, amount: fee, feeInUsd: inDollars(fee, outputToken) }],
    unknownFees: [],
  } satisfies CostTerms
  return {
    ...terms,
    // Of the approval that `reviewFor` lists.
    cost: measureCost({ ...terms, ...part }, '0.03'),
    quoteKey: `quote-${quoteRequest.inputAmount}`,
    request: quoteRequest,
    executable: quoteRequest.userAddress !== null,
    inputToken,
    outputToken,
    inputPriceInUsd: priceOf(inputToken),
    promisedAmount,
    // Half a percent below the promised amount.
    minAmountOut: String((BigInt(promisedAmount) * 995n) / 1_000n),
    estimatedSeconds: 14,
    slippagePercent: '0.5',
    suggestedSlippagePercent: null,
    routeName: '',
    receivedMs: nowMs,
    expiresMs: nowMs + 60_000,
    routeKey: 'auto:sign:Automatic',
    routes: [],
    unread: [],
    isPickUnavailable: false,
    ...part,
  }
}

export const quoteRequest: WalletQuoteRequest = {
  originChainId: 31337,
  destinationChainId: 31338,
  inputToken: usdcHarbour.address as Address,
  inputAmount: '100000000',
  outputToken: usdcIsland.address,
  userAddress: account.address,
  receiverAddress: account.address,
  slippagePercent: null,
}

/** The loss of a quote, as price feeds that agree with it show it. */
export function lossOf(
  { inputValueInUsd, outputValueInUsd }: QuoteView,
  level: ReviewView['loss']['level'],
): ReviewView['loss'] {
  return {
    level,
    percent: lossPercent(inputValueInUsd, outputValueInUsd),
    lostInUsd: subtractDecimal(inputValueInUsd ?? '0', outputValueInUsd ?? '0'),
    ...{ checkedBy: 'feeds', isAtMinimum: false },
  }
}

export function reviewFor(quote: QuoteView, nowMs: number, part: Partial<ReviewView> = {}): ReviewView {
  const step = { amountUnits: quote.request.inputAmount, contract: permit2, contractName: 'Permit2' } as const
  const shown = part.quote ?? quote
  const gateway = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
  const steps: ReviewView['steps'] = part.steps ?? [
    { ...step, purpose: 'approve', gasInUsd: '0.03' },
    { ...step, purpose: 'sign', gasInUsd: null, gateway },
  ]
  const measured = measureCost(shown, sumApprovalGas(steps))
  const { loss, cost } = withSameFigures(part.loss ?? lossOf(quote, 'none'), measured)
  return {
    reviewKey: 'review-1',
    account,
    deposit: null,
    steps,
    checks: [
      { group: 'bytes', count: 24 },
      { group: 'contracts', count: 3 },
      { group: 'receiver', count: 1 },
      { group: 'balance', count: 2 },
    ],
    notPossible: [],
    simulation: { kind: 'measured', leaves: [], arrives: [], received: null, isWhole: true, sources: 2 },
    receiverIsSelf: true,
    receiverNamedBy: null,
    warnings: [],
    requiredConsents: [],
    facts: factsOf(quote, nowMs),
    ...part,
    loss,
    quote: { ...shown, cost },
  }
}

const exitReview = {
  simulation: { kind: 'unmeasured' },
  contract: `0x${'22'.repeat(20)}`,
  amountUnits: null,
  gasUnits: '160000000000000',
  gasInUsd: '0.24',
  gasProblem: null,
  wrapped: null,
} as const

const nothingMoves = {
  kind: 'measured',
  leaves: [],
  arrives: [],
  received: null,
  isWhole: true,
  sources: 2,
} as const

/** The reviews of the exits, without the order that they belong to. */
export const exitReviews: { readonly [kind in ExitKind]: Omit<ExitView, 'orderId'> } = {
  cancel: { ...exitReview, reviewKey: 'cancel-1', simulation: nothingMoves, contract: permit2 },
  withdraw: {
    ...exitReview,
    reviewKey: 'withdraw-1',
    contract: '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
    amountUnits: '100000000',
    gasInUsd: null,
  },
  revoke: { ...exitReview, reviewKey: 'revoke-1', simulation: nothingMoves, amountUnits: '5000000' },
}
