import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import type { Problem } from '../../lib/base/problem.ts'
import { transferCall } from '../../lib/checks/check-cross.ts'
import { buildTerms } from '../../lib/review/build-terms.ts'
import { allTermConsents } from '../../lib/review/terms-input.ts'
import type { QuoteOptions } from '../../lib/service/quote-request-shape.ts'
import { decodeGrouped } from '../harness/decoded-quote.ts'
import { accounts } from './chains/chain-book.ts'
import { chainOf, tokenOf } from './chains/test-requests.ts'
import { liveClient } from './live-client.ts'
import { liveReader } from './live-reader.ts'
import { sandboxTaker } from './service/affiliates.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const { sandbox } = await useLiveSandbox()
const harbour = chainOf(sandbox.ledger, 'Harbour')
const island = chainOf(sandbox.ledger, 'Island')

function client() {
  return liveClient(sandbox.deployment)
}

async function quoted(
  options: QuoteOptions,
  to = island,
  inputToken: Address = tokenOf(harbour, 'USDC').address,
) {
  const service = client()
  const request = {
    originChainId: harbour.chainId,
    destinationChainId: to.chainId,
    inputToken,
    inputAmount: inputToken === nativeAddress ? '100000000000000000' : '25000000',
    outputToken: tokenOf(to, to === harbour ? 'DAI' : 'USDC').address,
    userAddress: accounts.person.toLowerCase() as Address,
    receiverAddress: accounts.person.toLowerCase(),
    slippagePercent: '0.5',
    options,
  }
  const response = await service.quote(request, { priority: 'quote' })
  const terms = (routeKey: string | null, pay: 'wallet' | 'elsewhere' = 'wallet') =>
    buildTerms(
      {
        request,
        response,
        deployment: sandbox.deployment,
        nowMs: Date.now(),
        receivedMs: Date.now(),
        chainSeconds: [],
        others: [],
        routeKey,
        pay,
      },
      service,
      liveReader(sandbox.deployment),
    )
  return { routes: decodeGrouped(response.result, request).routes, terms }
}

describe('every route of the sandbox passes the checks of its kind', () => {
  test.each<[string, QuoteOptions]>([
    ['several automatic', { enableMultipleAutoRoutes: true }],
    ['refuel', { refuel: true }],
    ['payload', { destinationPayload: '0x1234', destinationGasLimit: '90000' }],
    ['fee', { feeBps: '3.5', feeTakerAddress: sandboxTaker }],
    ['delegate', { delegateAddress: '0x00000000000000000000000000000000000de1e9' }],
    ['transmitter', { exclusiveTransmitter: '0x0000000000000000000000000000000000007a45' }],
    ['inbox', { useInbox: true }],
    ['inbox with refuel', { useInbox: true, refuel: true }],
  ])('%s', async (name, options) => {
    const { routes, terms } = await quoted(options)
    expect(routes.filter(({ kind }) => kind === 'auto').length).toBeGreaterThan(0)
    for (const { key, kind } of routes) {
      if (kind === 'auto') expect((await terms(key)).kind).toBe(name.startsWith('inbox') ? 'inbox' : 'signed')
    }
  })

  test.each([
    ['across chains', () => island],
    ['on one chain', () => harbour],
  ] as const)('manual %s', async (_name, to) => {
    const { routes, terms } = await quoted({ enableManual: true }, to())
    const manual = routes.filter(({ kind }) => kind === 'manual')
    expect(manual.length).toBeGreaterThan(1)
    const outcomes = await Promise.all(
      manual.map(({ key }) =>
        terms(key).then(
          (made) => made.kind,
          (thrown) => (thrown as Problem).message,
        ),
      ),
    )
    expect(
      outcomes.filter((one) => one !== 'manual' && !one.startsWith('routeUnusable reason=notBuilt')),
    ).toEqual([])
    expect(outcomes).toContain('manual')
  })

  test.each<[string, QuoteOptions]>([
    ['newer', { enableDepositAddress: true, refundAddress: accounts.person }],
    ['older', { useDepositAddress: true }],
  ])('deposit, %s', async (_name, options) => {
    const { terms } = await quoted(options)
    const made = await terms('deposit')
    const { address = '', token = '', amount = '0' } = made.terms.deposit ?? {}
    expect(made.terms.txData).toEqual(
      transferCall(harbour.chainId, token as Address, address as Address, BigInt(amount)),
    )
    expect((await terms('deposit', 'elsewhere')).terms.txData).toBeNull()
  })
})

test.each<[string, QuoteOptions]>([
  ['signed', {}],
  ['inbox', { useInbox: true }],
])('a delegate that the service chooses is in the terms of a deal: %s', async (_name, options) => {
  const own = '0x00000000000000000000000000000000000de1e9'
  const requested = accounts.solver.toLowerCase() as Address
  await sandbox.control.delegate(own)
  const terms = (await quoted({ ...options, delegateAddress: requested })).terms(null)
  expect((await terms).reviewed.delegate).toBe(own)
  expect(allTermConsents(await terms)).toContainEqual({
    code: 'delegateNotRequested',
    facts: { delegate: own },
  })
})

test('finds a lost transaction by its nonce, on a real node', async () => {
  const reader = liveReader(sandbox.deployment)
  const owner = accounts.person.toLowerCase() as Address
  const used = await reader.accountNonce(harbour.chainId, owner, 'latest')
  expect(await reader.transactionOfNonce(harbour.chainId, owner, used)).toBeNull()
})
