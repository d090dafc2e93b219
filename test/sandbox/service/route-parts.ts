import { zeroAddress } from 'viem'
import type { SandboxChain } from '../chains/ledger.ts'
import type { Quoted } from './book.ts'
import type { RoutedToken } from './listed-token.ts'
import { microUsd, usd } from './money.ts'
import type { Price, Refuel } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import type { ServiceParts } from './service-parts.ts'
import { wireAddress, wireToken } from './wire-token.ts'

const sentGas = { limit: 400_000n, priceUnits: 1_000_000_000n }
const refuelUnits = 1_000_000_000_000_000n

/**
 * The `output` of a route. The effective value is lower by the gas of a route that is sent from `sentOn`. It
 * is negative if the gas costs more than the swap brings.
 */
export function outputSide(parts: ServiceParts, token: RoutedToken, price: Price, sentOn?: SandboxChain) {
  const { serviceSettings, baseUrl } = parts
  const isLiteral = serviceSettings.shape === 'interface'
  // Recorded responses compute it from the optimistic amount.
  const received = microUsd(isLiteral ? price.effectiveUnits : price.amountUnits, token)
  const side = {
    token: wireToken(token, serviceSettings.shape, baseUrl),
    amount: String(price.amountUnits),
    minAmountOut: String(price.minUnits),
    priceInUsd: Number(token.priceInUsd),
    valueInUsd: usd(price.amountUnits, token),
    effectiveReceivedInUsd: Number(received - gasMicroUsd(parts, sentOn)) / 1_000_000,
  }
  if (isLiteral) return side
  const effective = {
    effectiveAmount: String(price.effectiveUnits),
    effectiveValueInUsd: usd(price.effectiveUnits, token),
  }
  return { ...side, ...effective }
}

/** The `approvalData` of a route: Permit2 if it is signed, the inbox if it is sent onchain. */
export function approval(
  { serviceSettings }: ServiceParts,
  { request: params, input, onchain }: Quoted,
  chain: SandboxChain,
) {
  if (input.kind === 'native') return null
  return {
    spenderAddress: wireAddress(onchain ? chain.inbox : chain.permit2, serviceSettings.shape),
    amount: String(params.inputUnits),
    tokenAddress: wireAddress(input.address, serviceSettings.shape),
    userAddress: wireAddress(params.user ?? zeroAddress, serviceSettings.shape),
  }
}

function gasMicroUsd({ catalogue }: ServiceParts, sentOn: SandboxChain | undefined): bigint {
  const token = sentOn && catalogue.nativeToken(sentOn.chainId)
  return token ? microUsd(sentGas.limit * sentGas.priceUnits, token) : 0n
}

export function gasFee({ serviceSettings, baseUrl, catalogue }: ServiceParts, chain: SandboxChain) {
  const token = catalogue.nativeToken(chain.chainId)
  if (!token) return null
  const feeUnits = sentGas.limit * sentGas.priceUnits
  return {
    gasToken: wireToken(token, serviceSettings.shape, baseUrl),
    gasLimit: String(sentGas.limit),
    gasPrice: String(sentGas.priceUnits),
    estimatedFee: String(feeUnits),
    feeInUsd: usd(feeUnits, token),
  }
}

export function affiliateFee(
  { serviceSettings, baseUrl }: ServiceParts,
  params: QuoteParams,
  input: RoutedToken,
  price: Price,
) {
  return (
    params.fee && {
      token: wireToken(input, serviceSettings.shape, baseUrl),
      amount: String(price.affiliateUnits),
      feeTakerAddress: wireAddress(params.fee.taker, serviceSettings.shape),
    }
  )
}

export function routeFee({ serviceSettings, baseUrl }: ServiceParts, token: RoutedToken, units: bigint) {
  return {
    token: wireToken(token, serviceSettings.shape, baseUrl),
    amount: String(units),
    feeInUsd: usd(units, token),
    priceInUsd: Number(token.priceInUsd),
  }
}

/** Null if it was not requested, the output is native, or the swap is on one chain. */
export function refuelOf(
  { catalogue }: Pick<ServiceParts, 'catalogue'>,
  params: QuoteParams,
  output: RoutedToken,
): Refuel | null {
  const token = catalogue.liveChain(output.chainId) && catalogue.nativeToken(output.chainId)
  if (
    !params.refuel ||
    !token ||
    output.kind === 'native' ||
    params.originChainId === params.destinationChainId
  )
    return null
  return { token, units: refuelUnits }
}

export function refuelSide({ serviceSettings, baseUrl }: ServiceParts, input: RoutedToken, price: Price) {
  const side = (token: RoutedToken, units: bigint) => ({
    token: wireToken(token, serviceSettings.shape, baseUrl),
    amount: String(units),
  })
  const { refuel } = price
  return refuel && { input: side(input, price.refuelInputUnits), output: side(refuel.token, refuel.units) }
}

/**
 * Tokens with a fee on transfer are not supported: the receiver would get less than the minimum, and the
 * gateway less than the input.
 */
export function isSupportedPair(input: RoutedToken, output: RoutedToken): boolean {
  const same = input.chainId === output.chainId && input.address === output.address
  return !same && input.kind !== 'feeOnTransfer' && output.kind !== 'feeOnTransfer'
}
