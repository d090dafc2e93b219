import { beforeEach, describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import { resolveClocks } from '../../lib/base/time.ts'
import { checkTypedData } from '../../lib/checks/check-permit.ts'
import type { CheckReport } from '../../lib/checks/check-report.ts'
import { checkInboxTransaction } from '../../lib/checks/check-transaction.ts'
import { chainConfig } from '../../lib/deployment/deployment.ts'
import { decodeGrouped } from '../harness/decoded-quote.ts'
import { accounts } from './chains/chain-book.ts'
import type { SandboxChain } from './chains/ledger.ts'
import { chainOf, tokenOf } from './chains/test-requests.ts'
import { liveClient } from './live-client.ts'
import { shapes } from './service/service-settings.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const { sandbox } = await useLiveSandbox()
const harbour = chainOf(sandbox.ledger, 'Harbour')
const island = chainOf(sandbox.ledger, 'Island')

function requestFor(from: SandboxChain, inputToken: Address, to: SandboxChain, outputToken: Address) {
  return {
    originChainId: from.chainId,
    destinationChainId: to.chainId,
    inputToken,
    inputAmount: inputToken === nativeAddress ? '100000000000000000' : '25000000',
    outputToken,
    userAddress: accounts.person,
    receiverAddress: accounts.person,
    slippagePercent: '0.5',
  } as const
}

async function quoteOf(request: ReturnType<typeof requestFor>) {
  const client = liveClient(sandbox.deployment)
  return decodeGrouped((await client.quote(request, { priority: 'quote' })).result, request)
}

function check(request: ReturnType<typeof requestFor>, quote: ReturnType<typeof decodeGrouped>): CheckReport {
  const chain = chainConfig(sandbox.deployment, request.originChainId)
  const route = quote.autoRoute
  if (chain === null || route === null) throw new Error('the sandbox has a route here')
  const common = {
    ...{ request: request, quote, route, chain, deployment: sandbox.deployment },
    nowSeconds: Math.floor(Date.now() / 1_000),
    clocks: resolveClocks({ nowMs: Date.now(), clockOffsetMs: 0, chainSeconds: [] }),
    floorUnits: BigInt(route.output.minAmountOut),
    usedRequestHashes: new Set<string>(),
  }
  return route.userOp === 'sign'
    ? checkTypedData({ ...common, usedNonces: new Set() })
    : checkInboxTransaction(common)
}

describe.each(shapes)('quotes in the shape "%s"', (shape) => {
  beforeEach(() => sandbox.control.shape(shape))

  test('pass the checks across chains, by signature', async () => {
    const quoteRequest = requestFor(
      harbour,
      tokenOf(harbour, 'USDC').address,
      island,
      tokenOf(island, 'USDC').address,
    )
    const quote = await quoteOf(quoteRequest)
    expect(quote.autoRoute?.requestType).toBe('SINGLE_OUTPUT_REQUEST')
    expect(check(quoteRequest, quote)).toMatchObject({ ok: true })
  })

  test('pass the checks on one chain, by signature', async () => {
    const quoteRequest = requestFor(
      harbour,
      tokenOf(harbour, 'USDC').address,
      harbour,
      tokenOf(harbour, 'DAI').address,
    )
    const quote = await quoteOf(quoteRequest)
    const isLiteral = shape === 'interface'
    expect(quote.autoRoute?.requestType).toBe(isLiteral ? 'SINGLE_OUTPUT_REQUEST' : 'SWAP_REQUEST')
    expect(check(quoteRequest, quote)).toMatchObject({ ok: true })
  })

  test.each(['across', 'same'])('pass the checks with a native input, by transaction (%s)', async (where) => {
    const to = where === 'same' ? island : harbour
    const quoteRequest = requestFor(island, nativeAddress, to, tokenOf(to, 'USDC').address)
    const quote = await quoteOf(quoteRequest)
    expect(quote.autoRoute?.userOp).toBe('tx')
    expect(check(quoteRequest, quote)).toMatchObject({ ok: true })
  })

  test('pass the checks with a native output', async () => {
    const quoteRequest = requestFor(harbour, tokenOf(harbour, 'USDC').address, island, nativeAddress)
    expect(check(quoteRequest, await quoteOf(quoteRequest))).toMatchObject({ ok: true })
  })
})
