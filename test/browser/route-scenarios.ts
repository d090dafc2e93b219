import { accounts } from '../sandbox/chains/chain-book.ts'
import type { NativeForm, SandboxChain } from '../sandbox/chains/ledger.ts'
import { sandboxTaker } from '../sandbox/service/affiliates.ts'
import { farAddress } from '../sandbox/service/far-address.ts'
import { farChains } from '../sandbox/service/far-chains.ts'
import { farRoutedTokens } from '../sandbox/service/far-tokens.ts'
import type { RoutedToken } from '../sandbox/service/listed-token.ts'
import type { TrueRequest } from '../sandbox/service/truth.ts'
import { walletAddress } from './swap-journey.ts'
import { tokenOf } from './swap-scenarios.ts'

export interface RouteScenario {
  readonly name: string
  readonly from: RoutedToken
  readonly to: RoutedToken
  readonly amountText: string
  /** Options on the advanced sheet: a switch or a chip (`true`), or a text. */
  readonly options?: { readonly [name: string]: string | true }
  /** The start of the key of the manually picked route. */
  readonly route?: string
  readonly receiver?: string
  /** The payer of a deposit: the wallet, another account on the chain, or a simulated one on a far chain. */
  readonly pays?: 'wallet' | 'elsewhere' | 'played'
  /** The request's name for the native currency; absent: its wrapped token. */
  readonly nativeForm?: NativeForm
  /** A further condition at the end, next to its settlement. */
  readonly proof?: (request: TrueRequest) => boolean
}

function farTokenOf(chainName: string, symbol: string): RoutedToken {
  const chain = farChains.find(({ name }) => name === chainName)
  const token = chain && farRoutedTokens(chain).find((one) => one.symbol === symbol)
  if (token === undefined) throw new Error(`the sandbox plays no ${symbol} on ${chainName}`)
  return token
}

function farAccount(form: 'solana' | 'tron' | 'stellar' | 'ton'): string {
  return farAddress(form, 'a person of the tests')
}

export interface RefundScenario {
  readonly scenario: RouteScenario
  readonly outcome: 'refund' | 'refundThere'
  readonly backOn: number
  /** The owner of the refund. */
  readonly to: string
}

/**
 * Refunds on the destination by a contract that is neither gateway nor inbox, payouts of the inbox after a
 * cancellation, and refunds of a deposit from another kind of chain.
 */
export function refundScenarios(chains: readonly SandboxChain[]): readonly RefundScenario[] {
  const to = tokenOf(chains, 'Island', 'USDC')
  const across = { from: tokenOf(chains, 'Harbour', 'USDC'), to, amountText: '125.5' }
  const stellar = farTokenOf('Stellar', 'USDC')
  const refundAddress = farAddress('stellar', 'who is paid back')
  return [
    {
      scenario: { ...across, name: 'a refund on the destination' },
      ...{ outcome: 'refundThere', backOn: to.chainId, to: walletAddress },
    },
    {
      scenario: {
        ...{ ...across, name: 'a refund through the inbox, net of the fee' },
        options: { useInbox: true, feeBps: '3.5', feeTakerAddress: sandboxTaker },
      },
      ...{ outcome: 'refund', backOn: across.from.chainId, to: walletAddress },
    },
    {
      scenario: {
        ...{ name: 'a deposit that goes back on Stellar', from: stellar, to, amountText: '80' },
        ...{ pays: 'played', options: { enableDepositAddress: true, refundAddress } },
      },
      ...{ outcome: 'refund', backOn: stellar.chainId, to: refundAddress },
    },
  ]
}

/** Ferry refuses the wrapped token through the inbox, which would take it for the native currency. */
export function wrappedScenario(chains: readonly SandboxChain[]): RouteScenario {
  return {
    name: 'the wrapped coin through the inbox',
    from: tokenOf(chains, 'Harbour', 'WHETH'),
    to: tokenOf(chains, 'Island', 'USDC'),
    amountText: '0.02',
    options: { useInbox: true },
  }
}

/** One swap of each kind, without the three basic ones. */
export function otherScenarios(chains: readonly SandboxChain[]): readonly RouteScenario[] {
  const from = tokenOf(chains, 'Harbour', 'USDC')
  const to = tokenOf(chains, 'Island', 'USDC')
  const across = { from, to, amountText: '125.5' }
  const within = { ...across, to: tokenOf(chains, 'Harbour', 'DAI') }
  const deposit = { enableDepositAddress: true, refundAddress: walletAddress } as const
  const manual = (name: string) => ({
    options: { enableManual: true, disableAuto: true } as const,
    route: `manual:${name}:`,
  })
  const played = (chainName: string, form: 'solana' | 'tron' | 'stellar') => ({
    ...{ from: farTokenOf(chainName, 'USDC'), to, amountText: '80' },
    pays: 'played' as const,
    options: { enableDepositAddress: true, refundAddress: farAccount(form) } as const,
  })
  const call = { destinationPayload: '0x1234', destinationGasLimit: '100000' } as const
  const isCalled = ({ payloadTransactionHash }: TrueRequest) => payloadTransactionHash !== null
  // The intermediate swap turns the input into the output token.
  const throughUsdc = { ...across, from: tokenOf(chains, 'Harbour', 'DAI') }
  const stranger = sandboxTaker
  return [
    {
      ...across,
      name: 'the fastest of several automatic routes',
      route: 'auto:sign:Exchange Protocol:FASTEST',
    },
    {
      ...across,
      name: 'a token through the inbox',
      options: { useInbox: true },
      proof: ({ onchain }) => onchain,
    },
    {
      from: tokenOf(chains, 'Harbour', 'native'),
      to,
      amountText: '0.02',
      name: "the chain's own coin, wrapped by the inbox",
      proof: ({ onchain }) => onchain,
    },
    {
      from: tokenOf(chains, 'Harbour', 'native'),
      to,
      amountText: '0.03',
      name: "the chain's own coin, named by the interface's constant",
      nativeForm: 'constant',
      proof: ({ onchain }) => onchain,
    },
    { ...across, name: 'a manual route across chains', ...manual('Lighter V2') },
    { ...across, name: 'a manual route with a native fee', ...manual('Tollgate') },
    {
      ...across,
      name: 'a manual route of one chosen bridge',
      options: { enableManual: true, disableAuto: true, 'includeBridges-barge-slow': true },
      route: 'manual:',
      proof: ({ venue }) => venue === 'barge-slow',
    },
    { ...within, name: 'a manual route within a chain', ...manual('Harbourswap') },
    { ...across, name: 'a deposit that the wallet sends', options: deposit, pays: 'wallet' },
    { ...across, name: 'a deposit from elsewhere', options: deposit, pays: 'elsewhere' },
    {
      ...across,
      name: 'a deposit in the older flow',
      options: { useDepositAddress: true },
      pays: 'elsewhere',
    },
    {
      ...played('Stellar', 'stellar'),
      name: 'a deposit from Stellar, with a memo',
      options: { ...played('Stellar', 'stellar').options, depositDestinationMemo: '4711' },
      proof: ({ depositMemo, destinationMemo }) => depositMemo !== null && destinationMemo === '4711',
    },
    { ...played('Solana', 'solana'), name: 'a deposit from Solana' },
    { ...played('Tron', 'tron'), name: 'a deposit from Tron' },
    {
      ...across,
      name: 'refuel',
      options: { refuel: true },
      proof: ({ refuelTransactionHash }) => refuelTransactionHash !== null,
    },
    {
      ...throughUsdc,
      name: 'a swap on the way',
      proof: ({ intermediateSwapTransactionHash }) => intermediateSwapTransactionHash !== null,
    },
    { ...across, name: 'a call on the receiver', options: call, proof: isCalled },
    {
      ...{ from: tokenOf(chains, 'Harbour', 'HETH'), to, amountText: '0.05', options: call },
      name: "a call on the receiver, paid with the chain's own coin",
      proof: (request) => request.onchain && isCalled(request),
    },
    {
      ...throughUsdc,
      name: 'a call on the receiver and a swap on the way, through the inbox',
      options: { ...call, useInbox: true },
      proof: (request) =>
        request.onchain && isCalled(request) && request.intermediateSwapTransactionHash !== null,
    },
    {
      ...across,
      name: 'a call on the receiver, by a deposit',
      options: { ...deposit, ...call },
      pays: 'wallet',
      proof: isCalled,
    },
    {
      ...across,
      name: 'a manual route, which leaves the call on the receiver out',
      ...manual('Lighter V2'),
      options: { ...manual('Lighter V2').options, ...call },
      proof: (request) => !isCalled(request),
    },
    {
      ...across,
      name: 'a fee for somebody else',
      options: { feeBps: '3.5', feeTakerAddress: sandboxTaker },
      // 3.5 bps of 125.5 USDC, which the gateway takes from the input.
      proof: ({ affiliateAmount, feeTransactionHash }) =>
        affiliateAmount === '43925' && feeTransactionHash !== null,
    },
    {
      ...across,
      name: 'a delegate and a transmitter of its own',
      options: { delegateAddress: stranger, exclusiveTransmitter: accounts.solver },
    },
    {
      ...across,
      name: 'to somebody else',
      receiver: stranger,
      proof: ({ receiver }) => receiver === stranger,
    },
    ...(['solana', 'tron', 'stellar', 'ton'] as const).map((form): RouteScenario => {
      const chainName = `${form.charAt(0).toUpperCase()}${form.slice(1)}`
      const receiver = farAccount(form)
      return {
        ...{ from, to: farTokenOf(chainName, 'USDC'), amountText: '60', receiver, ...manual('Lighter V2') },
        name: `to an address on ${chainName}`,
        proof: (request) => request.receiver === receiver,
      }
    }),
  ]
}
