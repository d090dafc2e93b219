import { describe, expect, test } from 'vitest'
import type { Address } from '../../lib/base/hex.ts'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import { requireDurable } from '../../lib/storage/database.ts'
import { createFundedWorld, depositRequest, manualRequest, signedRequest } from '../harness/actions.ts'
import { account, user } from '../harness/chains.ts'
import type { WireQuote } from '../harness/honest-quote.ts'
import { createViews } from '../harness/views.ts'
import { createWorld } from '../harness/world.ts'
import { chains as listedChains } from '../unit/models/fake-data.ts'
import { startProposal } from './matrix/page-proposal.ts'

const otherAddress: Address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** Makes a funded world whose service returns `changed` quotes. */
async function createWorldQuoting(
  request: QuoteRequest,
  changed: (quote: WireQuote) => WireQuote = (quote) => quote,
) {
  const world = await createFundedWorld(request, { allowed: true })
  world.service.changeQuote = changed
  return { world, views: createViews(world) }
}

const withoutAuto = (quote: WireQuote): WireQuote => ({ ...quote, autoRoute: null })

async function readQuote({ quote }: Pick<ReturnType<typeof createViews>, 'quote'>, request: QuoteRequest) {
  const reply = await quote({ viewId: 'view', request })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  return reply.quote
}

describe('the reply to a quote request of a view', () => {
  test('is the quote with the chosen route', async () => {
    const { views } = await createWorldQuoting(manualRequest)
    const pick = { routeKey: 'manual:Across:', sort: 'time' } as const
    const reply = await views.quote({ viewId: 'view', request: manualRequest, pick })
    expect(reply).toMatchObject({
      kind: 'quote',
      quote: { routeKey: pick.routeKey, isPickUnavailable: false },
    })
  })

  test.each<[string, QuoteRequest, (quote: WireQuote) => WireQuote]>([
    ['there is none', signedRequest, withoutAuto],
    [
      'the only one pays an unknown token',
      { ...depositRequest, outputToken: otherAddress },
      (quote) => ({ ...withoutAuto(quote), deposit: quote.deposit && { ...quote.deposit, output: null } }),
    ],
  ])('is noRoute when %s', async (_why, request, changed) => {
    const { views } = await createWorldQuoting(signedRequest, changed)
    expect(await views.quote({ viewId: 'view', request })).toEqual({ kind: 'noRoute' })
  })

  test('is superseded when the view dropped it meanwhile', async () => {
    const { views } = await createWorldQuoting(signedRequest)
    const requested = views.quote({ viewId: 'view', request: signedRequest })
    await Promise.resolve()
    expect(await views.dropQuote({ viewId: 'view' })).toBeNull()
    expect(await requested).toEqual({ kind: 'superseded' })
  })
})

describe('the reply to a typed receiver', () => {
  const token = signedRequest.outputToken

  test.each([
    ['the person’s own account', user, { address: user, risks: [] }],
    ['an unused address', otherAddress, { address: otherAddress, risks: ['unused'] }],
    ['a token of that chain', token, { problem: { code: 'addressInvalid' } }],
    [
      'an address that imitates the person’s own',
      `${user.slice(0, 6)}${'0'.repeat(32)}${user.slice(-4)}`,
      { problem: { code: 'addressLookalike' }, imitates: user },
    ],
    [
      'a link to an address on that chain',
      `ethereum:${user}@${signedRequest.destinationChainId}`,
      { address: user, risks: [] },
    ],
    ['a link to another chain', `ethereum:${user}@8453`, { problem: { code: 'addressInvalid' } }],
    [
      'the short name of another chain',
      `eth:${user}`,
      { problem: { code: 'addressInvalid', facts: { prefix: 'eth' } } },
    ],
  ])('%s', async (_what, text, reported) => {
    const world = await createWorld()
    const views = createViews(world, { tokens: [token] })
    const { destinationChainId: chainId } = signedRequest
    expect(await views.checkReceiver({ chainId, text })).toMatchObject(reported)
  })

  test('is the typed text, unchecked, when the address format of the chain is unknown', async () => {
    const text = 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2'
    const chains = listedChains
      .slice(0, 1)
      .map((chain) => ({ ...chain, chainId: 5, addressFormat: 'unknown' as const }))
    const views = createViews(await createWorld(), { chains })
    expect(await views.checkReceiver({ chainId: 5, text })).toEqual({
      address: text,
      name: null,
      risks: ['unchecked'],
    })
    expect(await views.checkReceiver({ chainId: 5, text: 'two words' })).toMatchObject({
      problem: { code: 'addressInvalid' },
    })
    expect(await views.checkReceiver({ chainId: 6, text })).toMatchObject({
      problem: { code: 'addressInvalid' },
    })
  })

  test('names the saved recipient that it imitates', async () => {
    const world = await createWorld()
    world.savedRecipients = ['bob.eth', otherAddress]
    const { destinationChainId: chainId } = signedRequest
    const check = (text: string) => createViews(world).checkReceiver({ chainId, text })
    expect(
      await check(`${otherAddress.slice(0, 6)}${'0'.repeat(32)}${otherAddress.slice(-4)}`),
    ).toMatchObject({
      problem: { code: 'addressLookalike' },
      imitates: otherAddress,
    })
    expect(await check(otherAddress)).toMatchObject({ address: otherAddress })
  })

  test('names no look-alike of an account that is not connected', async () => {
    const views = createViews(await createWorld(), { account: null })
    const text = `${user.slice(0, 6)}${'0'.repeat(32)}${user.slice(-4)}`
    expect(await views.checkReceiver({ chainId: signedRequest.destinationChainId, text })).toMatchObject({
      address: text,
    })
  })
})

describe('a swap', () => {
  test.each(['volatile', 'broken'] as const)(
    'is neither reviewed nor confirmed on storage that is %s',
    async (state) => {
      const { world, views } = await createWorldQuoting(signedRequest)
      const code = state === 'volatile' ? 'storageVolatile' : 'storageFailed'
      const forgetful = createViews(world, { requireDurable: () => requireDurable(async () => state) })
      const { quoteKey } = await readQuote(views, signedRequest)
      await expect(forgetful.review({ quoteKey })).rejects.toThrow(code)
      const { reviewKey } = await views.review({ quoteKey })
      await expect(forgetful.confirm({ reviewKey })).rejects.toThrow(code)
      expect(await world.orders.page(null, 5)).toEqual([])
      expect(world.wallet.prompts).toEqual([])
    },
  )

  test('is not reviewed when no route can be proven and none was chosen, or the chosen one is gone', async () => {
    const { views } = await createWorldQuoting(manualRequest, withoutAuto)
    const { quoteKey } = await readQuote(views, manualRequest)
    await expect(views.review({ quoteKey })).rejects.toThrow('noRoute')
    const routeKey = 'manual:Stargate:'
    await expect(views.review({ quoteKey, routeKey })).rejects.toThrow('routeUnusable reason=gone')
  })
})

describe('a swap that a site proposed', () => {
  test('names the site, requires a pick of the receiver, and becomes one order', async () => {
    const { world, proposals, proposal } = await startProposal()
    const views = createViews(world, { proposals })
    const { swapId, origin } = proposal
    const request = { ...signedRequest, receiverAddress: otherAddress }
    await proposals.add({ ...proposal, swap: { ...proposal.swap, receiverAddress: otherAddress } })
    const { quoteKey } = await readQuote(views, request)
    const shown = await views.review({ quoteKey, swapId })
    expect(shown.proposal).toMatchObject({ swapId, site: { origin } })
    expect(shown.proposal?.receiverChoices).toContain(otherAddress.slice(-6))
    const consents = shown.requiredConsents.map(({ code }) => code)
    const { reviewKey } = shown
    await expect(views.confirm({ reviewKey, consents })).rejects.toThrow('receiverNotPicked')
    const receiverEnding = otherAddress.slice(-6)
    // The wallet of another page named the account, which gets the refund.
    const refundEnding = account.address.slice(-6)
    expect(shown.proposal?.refund?.site.origin).toBe(account.wallet.origin)
    await expect(views.confirm({ reviewKey, consents, receiverEnding })).rejects.toThrow('receiverNotPicked')
    const again = (await views.review({ quoteKey, swapId })).reviewKey
    const { orderId } = await views.confirm({ reviewKey: again, consents, receiverEnding, refundEnding })
    expect((await world.readOrder(orderId)).proposedBy).toEqual({ swapId, origin })
    expect(await proposals.read(swapId)).toMatchObject({ state: 'confirmed', orderId })
  })

  test('ends its review at a wrong pick, so that trying all three is impossible', async () => {
    const question = { origin: 'https://shop.example', choices: ['000000', 'dc79c8', '111111'] }
    const proposal = { proposedBy: { swapId: 'swap-1', origin: question.origin }, receiverChoice: question }
    const request = { ...signedRequest, receiverAddress: otherAddress }
    const world = await createFundedWorld(request)
    const { reviewKey } = await world.createReview(request, account, { proposal })
    const pick = (receiverEnding: string) =>
      confirmReview(reviewKey, account, world.reviewPorts, { receiverEnding })
    await expect(pick('000000')).rejects.toMatchObject({ data: { code: 'receiverNotPicked' } })
    await expect(pick('dc79c8')).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
  })

  test('still requires the pick of its receiver after the person declined the proposal', async () => {
    const { world, proposals, proposal } = await startProposal()
    const views = createViews(world, { proposals })
    await proposals.add({ ...proposal, swap: { ...proposal.swap, receiverAddress: otherAddress } })
    await proposals.end(proposal.swapId, 'declined')
    const { quoteKey } = await readQuote(views, { ...signedRequest, receiverAddress: otherAddress })
    const shown = await views.review({ quoteKey })
    expect(shown.proposal).toMatchObject({ swapId: null, receiverChoices: expect.any(Array) })
  })
})
