import { describe, expect, test } from 'vitest'
import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { createFundedWorld, depositRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'
import { callsOf } from '../harness/wallet-calls.ts'
import { createWorld, type World } from '../harness/world.ts'
import { createTestProposals, proposalOf, proposedSwapOf } from '../unit/sites/proposal-fixture.ts'

const shop = 'https://shop.example'
const thief = stranger.address.toLowerCase() as Address

/** Makes a world in which a page proposed a swap. A wallet of `origin` names the account. */
async function proposeSwap(address: Address, origin: string, request: QuoteRequest = nativeRequest) {
  const world = await createWorld()
  const named = { ...request, userAddress: address, receiverAddress: address }
  world.fund(named)
  const proposals = createTestProposals({ clock: world.clock })
  await proposals.add(
    proposalOf({ origin: shop, createdMs: world.clock.nowMs(), swap: proposedSwapOf(request) }),
  )
  const by: Account = { address, chainId: null, wallet: { ...account.wallet, name: 'MetaMask', origin } }
  return { world, by, named, views: createViews(world, { account: by, proposals }) }
}

async function reviewSwap({ views, named }: Awaited<ReturnType<typeof proposeSwap>>) {
  const reply = await views.quote({ viewId: 'v', request: named })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  return views.review({ quoteKey: reply.quote.quoteKey, swapId: 'swap-1' })
}

describe('an account that has proven nothing', () => {
  test('is displayed in full as the recipient, with the wallet that named it, and its end is picked', async () => {
    const review = await reviewSwap(await proposeSwap(user, 'https://wallet.example'))
    expect(review).toMatchObject({
      receiverIsSelf: false,
      receiverNamedBy: { name: 'MetaMask', origin: 'https://wallet.example' },
      proposal: {
        site: { origin: shop },
        receiverSite: { origin: 'https://wallet.example' },
        receiverChoices: expect.arrayContaining([user.slice(-6)]),
      },
    })
    expect(review.facts.find(({ name }) => name === 'recipient')).toMatchObject({
      value: user,
      isUsual: false,
    })
    // The delegate is the same account and is not displayed twice.
    expect(review.facts.find(({ name }) => name === 'delegate')).toMatchObject({ isUsual: true })
  })

  test.each([
    ['a deposit', 'refundAddress', depositRequest],
    ['a signature', 'delegate', signedRequest],
  ] as const)(
    'is displayed in full as the refund address of %s with another recipient',
    async (_what, name, requested) => {
      const { named, ...page } = await proposeSwap(thief, 'https://wallet.example', requested)
      const options =
        requested.options === undefined ? {} : { options: { ...requested.options, refundAddress: thief } }
      const review = await reviewSwap({ ...page, named: { ...named, receiverAddress: user, ...options } })
      expect(review).toMatchObject({
        receiverIsSelf: false,
        receiverNamedBy: null,
        proposal: { refund: { site: { origin: 'https://wallet.example' } } },
      })
      expect(review.facts.find((one) => one.name === name)).toMatchObject({
        value: expect.stringMatching(new RegExp(thief, 'i')),
        isUsual: false,
        namedBy: { name: 'MetaMask', origin: 'https://wallet.example' },
      })
    },
  )

  test('is confirmed once the person picked the end of the refund address', async () => {
    const { named, ...page } = await proposeSwap(thief, shop, signedRequest)
    const review = await reviewSwap({ ...page, named: { ...named, receiverAddress: user } })
    const consents = review.requiredConsents.map(({ code }) => code)
    const { reviewKey } = review
    await page.views.confirm({ reviewKey, consents, refundEnding: thief.slice(-6) })
  })
})

describe('an account is the user’s own', () => {
  test('after a signature that recovers to it', async () => {
    const page = await proposeSwap(user, shop, signedRequest)
    page.world.allowPermit2(signedRequest, 2n * BigInt(signedRequest.inputAmount))
    const id = await page.world.startOrder(signedRequest)
    await page.world.waitForState(id, 'verified_terminal')
    expect(await page.world.orders.provenAccounts()).toEqual([user])
    const review = await reviewSwap(page)
    expect(review).toMatchObject({
      receiverIsSelf: true,
      receiverNamedBy: null,
      proposal: { receiverChoices: null },
    })
  })

  test('after it sent the transaction of a swap', async () => {
    const page = await proposeSwap(user, shop)
    const id = await page.world.startOrder(nativeRequest)
    await page.world.waitForState(id, 'verified_terminal')
    expect(await page.world.orders.provenAccounts()).toEqual([user])
  })

  test.each([
    [2, [user]],
    [1, []],
  ] as const)(
    'after a contract signature that %i endpoints accept, if they are two',
    async (sources, accounts) => {
      const page = await proposeSwap(user, shop, signedRequest)
      page.world.allowPermit2(signedRequest, 2n * BigInt(signedRequest.inputAmount))
      page.world.chain.owners.set(user, user)
      page.world.chain.sources = sources
      const id = await page.world.startOrder(signedRequest)
      await page.world.waitForState(id, 'pending')
      expect(await page.world.orders.provenAccounts()).toEqual(accounts)
    },
  )

  test('not when one endpoint alone accepts the contract signature', async () => {
    const page = await proposeSwap(user, shop, signedRequest)
    page.world.allowPermit2(signedRequest, 2n * BigInt(signedRequest.inputAmount))
    Object.assign(page.world.chain.reader, { codeAt: async () => '0x60', isValidSignature: async () => true })
    page.world.wallet.behaviours.push('stranger')
    await page.world.startOrder(signedRequest)
    await page.world.advanceTime(5_000)
    expect(await page.world.orders.provenAccounts()).toEqual([])
  })

  test.each(['reject', 'garbage', 'silent'] as const)(
    'not while its wallet answers with %s',
    async (behaviour) => {
      const page = await proposeSwap(user, shop, signedRequest)
      page.world.allowPermit2(signedRequest, 2n * BigInt(signedRequest.inputAmount))
      page.world.wallet.behaviours.push(behaviour)
      await page.world.startOrder(signedRequest)
      await page.world.advanceTime(5_000)
      expect(await page.world.orders.provenAccounts()).toEqual([])
    },
  )

  test('not after another account sent the transaction instead', async () => {
    const { world, views, ...page } = await proposeSwap(thief, shop)
    world.fund(nativeRequest)
    const review = await reviewSwap({ world, views, ...page })
    world.wallet.behaviours.push('silent')
    const consents = review.requiredConsents.map(({ code }) => code)
    const { reviewKey } = review
    const { orderId } = await views.confirm({ reviewKey, consents, receiverEnding: thief.slice(-6) })
    await world.waitForState(orderId, 'send_requested')
    await sendByUser(world)
    await world.advanceTime(10 * 60_000)
    expect(await world.orders.provenAccounts()).toEqual([])
  })
})

/** The page makes the user's own wallet send the transaction that it received. */
async function sendByUser(world: World): Promise<void> {
  const prompt = world.wallet.prompts.at(-1)
  const [call] = prompt === undefined ? [] : callsOf(prompt)
  if (prompt === undefined || call === undefined) throw new Error('not asked')
  const hash = world.chain.send({ ...call, from: user })
  const { requestId, wallet } = prompt
  await world.advanceTime(5_000)
  await world.run.applyAnswer({ requestId, kind: 'result', result: hash, wallet })
}

test('refuses an account that imitates a proven one and would receive the refunds', async () => {
  const lookalike: Address = `0x${user.slice(2, 6)}${'1'.repeat(32)}${user.slice(-4)}`
  const world = await createFundedWorld(nativeRequest)
  await world.waitForState(await world.startOrder(nativeRequest), 'verified_terminal')
  const request = { ...nativeRequest, userAddress: lookalike, receiverAddress: user }
  world.chain.ledger.give(request.originChainId, nativeAddress, lookalike, 10n ** 18n)
  const views = createViews(world, { account: { ...account, address: lookalike } })
  const reply = await views.quote({ viewId: 'v', request })
  if (reply.kind !== 'quote') throw new Error(reply.kind)
  const review = views.review({ quoteKey: reply.quote.quoteKey })
  await expect(review).rejects.toMatchObject({ data: { code: 'addressLookalike' } })
})
