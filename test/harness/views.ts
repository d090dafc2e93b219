import * as v from 'valibot'
import type { Handlers, Message } from '../../lib/base/message.ts'
import { orderHandlers, orderMessages } from '../../lib/order/order-messages.ts'
import { quoteHandlers, quoteMessages } from '../../lib/quote/quote-messages.ts'
import { reviewHandlers, reviewMessages } from '../../lib/review/review-messages.ts'
import type { Chain } from '../../lib/service/token.ts'
import type { Account } from '../../lib/wallet/port.ts'

import { account, deployment } from './chains.ts'
import type { World } from './world.ts'

const messages = { ...quoteMessages, ...reviewMessages, ...orderMessages }

type Views = Handlers<typeof messages>
type Proposals = Parameters<typeof reviewHandlers>[0]['proposals'] &
  Parameters<typeof orderHandlers>[0]['proposals']

interface ViewParts {
  readonly account?: Account | null
  readonly proposals?: Proposals
  readonly wallet?: Parameters<typeof orderHandlers>[0]['wallet']
  readonly requireDurable?: () => Promise<void>
  /** The tokens of the list, whatever the chain. */
  readonly tokens?: readonly string[]
  readonly chains?: readonly Chain[]
}

const noProposals: Proposals = {
  resolveProposalForReview: async () => ({ proposedBy: null, receiverChoice: null }),
  start: () => Promise.reject(new Error('no page has to do with it')),
}

/** Each message is validated, as it is between contexts. */
export function createViews(world: World, extra: ViewParts = {}): Views {
  const {
    account: by = account,
    proposals = noProposals,
    wallet = { show: async () => true },
    tokens = [],
    chains = [],
    requireDurable = async () => undefined,
  } = extra
  const { reviewPorts, quotes, orders, run } = world
  const shared = { reviewPorts, quotes, orders, run, wallet, proposals, requireDurable, deployment }
  const ports = {
    ...shared,
    account: { get: async () => by },
    catalogue: { addresses: async () => tokens, chains: async () => chains },
  }
  const handlers = { ...quoteHandlers(ports), ...reviewHandlers(ports), ...orderHandlers(ports) }
  const served = Object.entries<Message<unknown, unknown>>(messages).map(([name, { input }]) => {
    const handler = handlers[name as keyof Views] as (input: unknown) => Promise<unknown>
    return [name, async (said: unknown) => handler(v.parse(input, said))]
  })
  return Object.fromEntries(served)
}
