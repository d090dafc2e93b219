import { nativeAddress } from '../../lib/base/hex.ts'
import { Problem } from '../../lib/base/problem.ts'
import { listAllowances } from '../../lib/order/allowance-reads.ts'
import type { Order } from '../../lib/order/order.ts'
import { signedRequest, startSwap } from '../harness/actions.ts'
import { harbour, island, user } from '../harness/chains.ts'
import { reviewRevocation } from '../harness/exits.ts'
import type { World } from '../harness/world.ts'
import { attacker } from './forge.ts'
import { requestWord } from './judge-wallet.ts'
import type { Liar, OtherLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

const token = signedRequest.inputToken as `0x${string}`
const zero = `0x095ea7b3${harbour.permit2.slice(2).padStart(64, '0')}${'0'.repeat(64)}`

interface More {
  /** Changes that make the stored order false. */
  readonly change?: (order: Wire) => void
  /** The lie starts after the person has seen the review. */
  readonly isLate?: true
}

/**
 * Revokes the allowance of a stopped swap while one party lies. The lie was believed if the wallet is asked
 * for anything but zero for the pinned contract, if money leaves, or if Ferry claims that no allowance is
 * left although there is one.
 */
function lie(
  liar: Liar,
  name: string,
  notify: (world: World) => void,
  { change, isLate }: More = {},
): OtherLie {
  return {
    name: `revoke: ${name}`,
    liar,
    async observe() {
      const { world, id } = await stopped(change)
      const balance = () => world.chain.ledger.balance(harbour.chainId, token, user)
      const held = balance()
      const requested = world.wallet.prompts.length
      if (isLate !== true) notify(world)
      const refused = await take(world, id, () => isLate === true && notify(world))
      await world.advanceTime(1_200_000)
      const { revoking } = await world.readOrder(id)
      const lines = await listAllowances(world.reviewPorts)
      const left = world.chain.ledger.allowance(harbour.chainId, token, user)
      const prompts = world.wallet.prompts.slice(requested)
      const own = lines.filter(
        (line) =>
          line.spender === harbour.permit2 && line.owner === user && line.token.chainId === harbour.chainId,
      )
      const isCalledNothing = revoking?.leftUnits === '0' || own.some((line) => line.left?.units === '0')
      return {
        walletRequests: prompts.map(requestWord),
        reportedCodes: [...refused, ...(revoking?.problem ? [revoking.problem.code] : [])],
        claimed: isCalledNothing ? 'nothing is left' : 'something may be left',
        believed: [
          ...prompts.filter(({ params }) => !isZero(params)).map(() => 'something else was asked'),
          ...(balance() < held ? ['money left'] : []),
          ...(isCalledNothing && left > 0n ? ['called nothing'] : []),
        ],
      }
    },
  }
}

async function stopped(change?: (order: Wire) => void): Promise<{ world: World; id: string }> {
  const { world, id } = await startSwap(signedRequest, { behaviours: ['yes', 'reject'] })
  await world.waitForState(id, 'needs_user')
  await world.run.dispatch(id, { kind: 'stop' })
  const order = await world.waitForState(id, 'abandoned_unsigned')
  if (change !== undefined) {
    const wire = structuredClone(order) as unknown as Wire
    change(wire)
    await world.orders.write({ ...(wire as unknown as Order), rev: order.rev + 1 })
  }
  return { world, id }
}

/** Reviews and confirms. Returns the codes of the refusal. */
async function take(world: World, id: string, between: () => void): Promise<readonly string[]> {
  try {
    const revocation = await reviewRevocation(world, id)
    between()
    await world.run.dispatch(id, revocation)
    return []
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return [thrown.data.code]
  }
}

function isZero(params: readonly unknown[]): boolean {
  const [call] = params as readonly { to?: string; data?: string; value?: string }[]
  return call?.to === token && call.data?.toLowerCase() === zero.toLowerCase() && call.value === '0x0'
}

const rob = (world: World) =>
  world.chain.extraEffects.set(token, (ledger) => ledger.give(harbour.chainId, token, user, -1_000_000n))
const lend = (world: World) =>
  world.chain.extraEffects.set(token, (ledger) => ledger.allow(harbour.chainId, token, user, 1n << 200n))
const taxed = (world: World) =>
  world.chain.extraEffects.set(token, (ledger) => ledger.give(harbour.chainId, nativeAddress, user, -1n))
const nothingLeft = async () => ({ units: 0n, sources: 1, wanted: 2 })

const stored: readonly (readonly [string, string, unknown])[] = [
  ['names another contract', 'terms.signTypedData.domain.verifyingContract', attacker],
  ['is on another chain', 'reviewed.request.originChainId', island.chainId],
  ['is of another account', 'reviewed.request.userAddress', attacker],
  ['came out of a copy', 'restored', true],
  ['is not over', 'state', 'sent'],
]

export const revokeLies: readonly OtherLie[] = [
  lie('token', 'the token takes money when it is approved', rob),
  lie('token', 'the token takes money once it was reviewed', rob, { isLate: true }),
  lie('token', 'the token lends without limit instead', lend),
  lie('token', 'the token lends without limit once it was reviewed', lend, { isLate: true }),
  lie('token', 'the token takes the chain’s coin', taxed),
  lie('endpoint', 'one endpoint alone says that nothing is left', (world) => {
    world.chain.sources = 1
    world.chain.reader.allowanceEvidence = nothingLeft
  }),
  lie(
    'endpoint',
    'one endpoint says so once it was reviewed, and hides the transaction',
    (world) => {
      world.chain.fates.push('stick')
      world.chain.reader.allowanceEvidence = nothingLeft
    },
    { isLate: true },
  ),
  lie(
    'wallet',
    'it was sent, under a hash that no endpoint shows',
    ({ chain }) => void chain.fates.push('drop'),
  ),
  lie('wallet', 'another transaction is sent in its place', ({ chain }) => void chain.fates.push('cancel')),
  ...stored.map(([what, path, value]) =>
    lie('storage', `the stored row ${what}`, () => undefined, {
      change: (order) => writePath(order, path, value),
    }),
  ),
]
