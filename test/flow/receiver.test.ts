import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { acrossRoute, createFundedWorld, depositRequest, signedRequest } from '../harness/actions.ts'
import { recordRejection } from '../harness/background.ts'
import { island } from '../harness/chains.ts'
import type { WireQuote } from '../harness/honest-quote.ts'
import { requestReview } from '../harness/request-review.ts'
import { createViews } from '../harness/views.ts'
import type { World } from '../harness/world.ts'

const payload = { destinationPayload: '0xabcd', destinationGasLimit: '90000' } as const
const manualRequest: QuoteRequest = { ...signedRequest, options: { enableManual: true, ...payload } }

const kinds = [
  ['manual', manualRequest, acrossRoute],
  [
    'deposit',
    { ...depositRequest, options: { ...depositRequest.options, ...payload } },
    { routeKey: 'deposit' },
  ],
] as const

async function createWorldQuoting(
  request: QuoteRequest,
  destinationExec: WireQuote['destinationExec'],
): Promise<World> {
  const world = await createFundedWorld(request)
  world.service.changeQuote = (quote) => ({ ...quote, destinationExec })
  return world
}

const code = 'payloadNotConfirmed'

const codesOf = ({ requiredConsents }: { readonly requiredConsents: readonly { readonly code: string }[] }) =>
  requiredConsents.map((one) => one.code)

describe.each(kinds)('a call on the receiver by a %s route', (_kind, request, choice) => {
  test('needs no consent when the quote confirms it', async () => {
    const world = await createWorldQuoting(request, payload)
    expect(codesOf(await requestReview(world, request, choice))).not.toContain(code)
  })

  test.each<[string, WireQuote['destinationExec']]>([
    ['omits it', null],
    ['names an empty call', { destinationPayload: '0x', destinationGasLimit: '90000' }],
    ['gives it less gas', { ...payload, destinationGasLimit: '89999' }],
    ['gives it no gas', { ...payload, destinationGasLimit: null }],
  ])('needs a consent when the quote %s', async (_name, said) => {
    const world = await createWorldQuoting(request, said)
    expect(codesOf(await requestReview(world, request, choice))).toContain(code)
  })
})

test.each([
  ['signed', {}],
  ['sent to the inbox', { useInbox: true }],
] as const)(
  'needs no consent in a request that is %s, because the request itself has the call',
  async (_way, way) => {
    const request: QuoteRequest = { ...signedRequest, options: { ...payload, ...way } }
    const world = await createWorldQuoting(request, null)
    expect(codesOf(await requestReview(world, request))).not.toContain(code)
  },
)

test('stops the swap when a renewed quote no longer confirms the call', async () => {
  const world = await createWorldQuoting(manualRequest, payload)
  world.service.quoteLifeSeconds = 17
  const id = await world.startOrder(manualRequest, undefined, acrossRoute)
  world.service.changeQuote = (quote) => ({ ...quote, destinationExec: null })
  world.service.quoteLifeSeconds = 60
  const stopped = await world.waitForState(id, 'needs_user')
  expect(stopped.problem).toMatchObject({ code: 'worseQuote', money: 'nothingSent' })
  expect(stopped.offer?.reviewed.isPayloadUnconfirmed).toBe(true)
})

const alice: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const other: Address = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc'
const named = { receiverAddress: alice, receiverName: 'alice.eth' } as const

async function createNamedWorld(): Promise<World> {
  const world = await createFundedWorld(signedRequest)
  world.chain.names.set('alice.eth', alice)
  return world
}

function checkReceiver(world: World, text: string) {
  return createViews(world).checkReceiver({ chainId: island.chainId, text })
}

describe('a recipient given by ENS name', () => {
  test('is read from two endpoints', async () => {
    const world = await createNamedWorld()
    expect(await checkReceiver(world, ' Alice.eth ')).toMatchObject({ address: alice, name: 'alice.eth' })
    expect(await checkReceiver(world, alice)).toMatchObject({ address: alice, name: null })
    world.chain.sources = 1
    expect(await checkReceiver(world, 'alice.eth')).toMatchObject({ problem: { code: 'rpcUnreachable' } })
  })

  test.each(['carol.eth', 'аlice.eth'])(
    'is refused without an address or with other letters: %s',
    async (text) => {
      expect(await checkReceiver(await createNamedWorld(), text)).toMatchObject({
        problem: { code: 'nameNotFound', facts: { name: text } },
      })
    },
  )

  test('receives the swap, and the name stays with the order', async () => {
    const world = await createNamedWorld()
    const id = await world.startOrder({ ...signedRequest, ...named })
    const order = await world.waitForEnd(id)
    expect(order).toMatchObject({ state: 'verified_terminal', reviewed: { request: named } })
  })

  test.each<[string, Address | null]>([
    ['leads to another address', other],
    ['was removed', null],
  ])('stops the review if the name %s', async (_, address) => {
    const world = await createNamedWorld()
    if (address === null) world.chain.names.delete('alice.eth')
    else world.chain.names.set('alice.eth', address)
    await expect(requestReview(world, { ...signedRequest, ...named })).rejects.toMatchObject({
      data: { code: 'nameChanged', money: 'nothingSent', facts: { name: 'alice.eth' } },
    })
  })

  test('stops before the signature if the name changes after the approval', async () => {
    const world = await createNamedWorld()
    const id = await world.startOrder({ ...signedRequest, ...named })
    await world.waitForState(id, 'approve_sent')
    world.chain.names.set('alice.eth', other)
    const order = await world.waitForState(id, 'needs_user')
    expect(order.problem).toMatchObject({ code: 'nameChanged', money: 'nothingSent' })
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
  })

  test('is read again before the signature, which waits until two endpoints answer', async () => {
    const world = await createNamedWorld()
    const id = await world.startOrder({ ...signedRequest, ...named })
    await world.waitForState(id, 'approve_sent')
    world.chain.sources = 1
    await world.waitForOrder(id, ({ problem }) => problem?.code === 'rpcUnreachable')
    await world.advanceTime(31_000)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
    world.chain.sources = 2
    await world.waitForEnd(id)
    expect(world.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
  })

  test('is read again after a restart, before a request that the wallet never got', async () => {
    const request = { ...signedRequest, ...named }
    const start = async (dieAt: number | null) => {
      const world = await createFundedWorld(signedRequest, { allowed: true })
      world.chain.names.set('alice.eth', alice)
      const { reviewKey } = await world.createReview(request)
      world.life.edgeCount = 0
      world.life.edges.length = 0
      world.life.dieAt = dieAt
      world.confirm(reviewKey).catch(recordRejection(world))
      await world.settle()
      return { world, id: reviewKey }
    }
    const { edges } = (await start(null)).world.life
    const { world, id } = await start(
      edges.findIndex((name) => name.startsWith('before wallet.handleRequest')),
    )
    expect([(await world.readOrder(id)).state, world.wallet.prompts]).toEqual(['sign_requested', []])

    world.chain.names.set('alice.eth', other)
    await world.restart()
    await world.settle()
    expect(world.wallet.prompts).toEqual([])
    // It is checked again as often as the chain is read, unless the order cannot be read.
    const { read } = world.orders
    Object.assign(world.orders, { read: () => Promise.reject(new Problem('storageFailed')) })
    await world.advanceTime(5_000)
    expect(world.problems.map(({ data }) => data.code)).toContain('storageFailed')
    Object.assign(world.orders, { read })
    await world.run.reconcile()
    await world.settle()
    expect(world.wallet.prompts).toEqual([])
    world.chain.names.set('alice.eth', alice)
    await world.advanceTime(5_000)
    expect(world.wallet.prompts).toHaveLength(1)
  })

  test('is read again after a restart, before the wallet is contacted about an approval that it shows', async () => {
    const world = await createNamedWorld()
    world.wallet.behaviours.push('silent')
    const id = await world.startOrder({ ...signedRequest, ...named })
    await world.waitForState(id, 'approve_requested')
    const contacts: string[] = []
    const { handleRequest } = world.wallet
    world.wallet.handleRequest = async (request) => {
      contacts.push(request.requestId)
      await handleRequest(request)
    }
    world.chain.names.set('alice.eth', other)
    await world.restart()
    await world.advanceTime(20_000)
    expect(contacts).toEqual([])
    world.chain.names.set('alice.eth', alice)
    await world.advanceTime(60_000)
    expect(contacts).toEqual([world.wallet.prompts[0]?.requestId])
  })
})
