import { type Address, nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { QuoteRequest } from '../../lib/service/quote-request.ts'
import type { Account } from '../../lib/wallet/port.ts'
import { depositRequest, inboxRequest, nativeRequest, signedRequest } from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'
import { createViews } from '../harness/views.ts'
import { createWorld } from '../harness/world.ts'
import { createTestProposals, proposalOf, proposedSwapOf } from '../unit/sites/proposal-fixture.ts'
import { accountService } from '../unit/wallet/account-world.ts'
import type { Observed, OtherLie } from './lie.ts'

const shop = 'https://shop.example'
const thief = stranger.address.toLowerCase() as Address
const lookalike: Address = `0x${user.slice(2, 6)}${'1'.repeat(32)}${user.slice(-4)}`

/** A request whose receiver is the account unless it names another. */
type Requested = Omit<QuoteRequest, 'receiverAddress'> & { readonly receiverAddress?: Address }

/**
 * A page proposes a swap, is the wallet and names this account. Then `observe` reads the review and acts as
 * the user.
 */
function createAccountLie(
  name: string,
  quoteRequest: Requested,
  observe: (
    view: ReviewView,
    page: Awaited<ReturnType<typeof proposeFromPage>>,
  ) => Promise<readonly string[]>,
  { address = thief, swapId = 'swap-1' }: { address?: Address; swapId?: string | null } = {},
): OtherLie {
  return {
    name: `page wallet: ${name}`,
    liar: 'page',
    async observe() {
      const page = await proposeFromPage(address, quoteRequest)
      try {
        const reply = await page.views.quote({ viewId: 'v', request: page.named })
        if (reply.kind !== 'quote') return observedResult([reply.kind], [])
        const { quoteKey } = reply.quote
        const view = await page.views.review({ quoteKey, ...(swapId === null ? {} : { swapId }) })
        const isPaid = page.world.wallet.prompts.length > 0
        return observedResult(
          [],
          [...(await observe(view, page)), ...(isPaid ? ['the wallet was asked'] : [])],
        )
      } catch (thrown) {
        if (!(thrown instanceof Problem)) throw thrown
        return observedResult([thrown.data.code], thrown.data.code === 'internal' ? ['a failure inside'] : [])
      }
    },
  }
}

function observedResult(namedThere: readonly string[], believed: readonly string[]): Observed {
  return {
    walletRequests: [],
    reportedCodes: namedThere,
    claimed: believed.length > 0 ? 'believed' : 'nothing',
    believed,
  }
}

async function proposeFromPage(address: Address, { receiverAddress = address, ...quoteRequest }: Requested) {
  const world = await createWorld()
  if (address === lookalike) {
    world.fund(nativeRequest)
    await world.waitForState(await world.startOrder(nativeRequest), 'verified_terminal')
    world.wallet.prompts.length = 0
  }
  const refund =
    quoteRequest.options?.refundAddress === undefined
      ? {}
      : { options: { ...quoteRequest.options, refundAddress: address } }
  const request = { ...quoteRequest, ...refund, userAddress: address, receiverAddress }
  world.fund(request)
  world.chain.ledger.give(quoteRequest.originChainId, nativeAddress, address, 10n ** 18n)
  if (quoteRequest.inputToken !== nativeAddress)
    world.chain.ledger.allow(quoteRequest.originChainId, quoteRequest.inputToken, address, 10n ** 30n)
  const proposals = createTestProposals({ clock: world.clock })
  await proposals.add(
    proposalOf({ origin: shop, createdMs: world.clock.nowMs(), swap: proposedSwapOf(quoteRequest) }),
  )
  const by: Account = {
    address,
    chainId: null,
    wallet: { ...account.wallet, name: 'MetaMask', origin: shop },
  }
  return { world, named: request, views: createViews(world, { account: by, proposals }) }
}

/**
 * The account is not "My wallet": the review shows it in full with the page, and the user must pick its last
 * characters.
 */
async function findMissingReceiverWarning({ receiverIsSelf, receiverNamedBy, proposal, facts }: ReviewView) {
  const isFolded = facts.some(({ name, isUsual }) => name === 'recipient' && isUsual)
  return [
    ...(receiverIsSelf ? ['the account as the user’s own'] : []),
    ...(receiverNamedBy?.origin === shop ? [] : ['the wallet that named it is not shown']),
    ...((proposal?.receiverChoices ?? null) === null ? ['its end is not asked for'] : []),
    ...(isFolded ? ['the recipient is folded away'] : []),
  ]
}

/**
 * If refunds go to the page's account, the review shows it in full, and the user must pick its last
 * characters.
 */
async function findMissingRefundWarning({ proposal, facts }: ReviewView) {
  const isFolded = facts.some(
    ({ name, value, isUsual }) =>
      (name === 'refundAddress' || name === 'delegate') && value.toLowerCase() === thief && isUsual,
  )
  return [
    ...(proposal?.refund?.address.toLowerCase() === thief ? [] : ['its end is not asked for']),
    ...(isFolded ? ['the account that refunds go to is folded away'] : []),
  ]
}

/** Confirms without the account's last characters, or with others. */
const confirmedWith =
  (said: object) =>
  async (
    { reviewKey, requiredConsents }: ReviewView,
    { views }: Awaited<ReturnType<typeof proposeFromPage>>,
  ) => {
    const consents = requiredConsents.map(({ code }) => code)
    const { orderId } = await views.confirm({ reviewKey, consents, ...said })
    return [`the order ${orderId}`]
  }

const toItself = ({ receiverAddress: _receiver, ...request }: QuoteRequest): Requested => request
const kinds: readonly (readonly [string, Requested])[] = [
  ['a native swap', toItself(nativeRequest)],
  ['a signed swap', toItself(signedRequest)],
  ['an inbox swap', toItself(inboxRequest)],
]

/** The user receives elsewhere, and refunds go to the account that the page named. */
const refundKinds: readonly (readonly [string, Requested])[] = [
  ['a deposit', { ...depositRequest, receiverAddress: user }],
  ['a native swap', { ...nativeRequest, receiverAddress: user }],
  ['a signed swap', { ...signedRequest, receiverAddress: user }],
  ['an inbox swap', { ...inboxRequest, receiverAddress: user }],
]

/** A forged switch of the wallet's account. */
function switched(name: string, accounts: readonly string[]): OtherLie {
  return {
    name: `page wallet: accountsChanged to ${name}`,
    liar: 'page',
    async observe() {
      const wallet = { ...account.wallet, origin: shop }
      const before: Account = { address: user, chainId: 1, wallet }
      const made = accountService(before, [user])
      await made.service.happened({ kind: 'accounts', wallet, accounts })
      const now = await made.account.get()
      const isFollowed = now !== null && now.address !== user
      return observedResult([], isFollowed ? ['the account was followed'] : [])
    },
  }
}

const afterProposal = { swapId: null }

export const pageWalletLies: readonly OtherLie[] = [
  ...kinds.flatMap(([kind, request]) => {
    const own = `its account as the user’s in ${kind}`
    const to = `${kind} to its account`
    const confirmedWithEnd = (receiverEnding: string) => confirmedWith({ receiverEnding })
    return [
      createAccountLie(own, request, findMissingReceiverWarning),
      createAccountLie(`${own}, after its proposal`, request, findMissingReceiverWarning, afterProposal),
      createAccountLie(`${to}, confirmed unread`, request, confirmedWith({})),
      createAccountLie(
        `${to}, confirmed unread after its proposal`,
        request,
        confirmedWith({}),
        afterProposal,
      ),
      createAccountLie(`${to}, with a guessed end`, request, confirmedWithEnd('abcdef')),
      createAccountLie(`${to}, with the end of the user’s`, request, confirmedWithEnd(user.slice(-6))),
      createAccountLie(
        `an imitation of the user’s account in ${kind}`,
        request,
        async () => ['the imitation is reviewed'],
        { address: lookalike },
      ),
    ]
  }),
  ...refundKinds.flatMap(([kind, request]) => {
    const to = `refunds of ${kind} to its account`
    const end = user.slice(-6)
    return [
      createAccountLie(to, request, findMissingRefundWarning),
      createAccountLie(`${to}, after its proposal`, request, findMissingRefundWarning, afterProposal),
      createAccountLie(`${to}, confirmed unread`, request, confirmedWith({})),
      createAccountLie(
        `${to}, confirmed unread after its proposal`,
        request,
        confirmedWith({}),
        afterProposal,
      ),
      createAccountLie(
        `${to}, with the end of the recipient`,
        request,
        confirmedWith({ refundEnding: end, receiverEnding: end }),
      ),
    ]
  }),
  switched('its own', [thief]),
  switched('its own, before the user’s', [thief, user]),
  switched('its own with a checksum', [stranger.address]),
  switched('an imitation of the user’s', [lookalike]),
  switched('what is no address', ['0x1234']),
]
