import { by, type Row } from './row.ts'

const proposals = 'unit/sites/proposals.test.ts'
const closedViews = 'browser/closed-views.test.ts'
const wallet = 'flow/wallet.test.ts'
const review = 'flow/review.test.ts'
const accounts = 'flow/accounts.test.ts'
const hosts = 'browser/revoked-hosts.test.ts'
const updates = 'unit/entrypoints/updates.test.ts'
const closing = 'the popup can be closed and opened again at every step'
const unasked = 'hosts taken back before the signature: the wallet is not asked until they are there again'

/** What may go wrong in this browser, with the person and their wallet. */
export const rowsHere = {
  'worker killed': {
    columns: 'H Q V A G T S P N',
    shown: [
      by(
        'H',
        proposals,
        'a worker that dies right after the order was written leaves a confirmed swap, not a waiting one',
      ),
      by('V', review, 'outlives the worker'),
    ],
  },
  'browser killed': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'or with its time, or with the leave of its site'),
      by('V', review, 'holds a quote over a death, for five minutes'),
    ],
  },
  'popup closed': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'and not with another'),
      by('V A G S P', closedViews, closing),
      by(
        'T',
        'browser/resting-background.test.ts',
        'a %s swap arrives though the background sleeps at every step',
      ),
      by(
        'N',
        'unit/entrypoints/badge-words.test.ts',
        'shows a failure until it is seen, also when nothing is open any more',
      ),
    ],
  },
  'tab closed': {
    columns: 'H Q V A G T S P N',
    shown: [
      by(
        'H',
        proposals,
        'which may come back out of the cache, unless it asked for something else meanwhile',
      ),
      by('V', proposals, 'also where the draft has forgotten the proposal, and after it is over'),
    ],
  },
  'wallet rejects': {
    columns: 'A G T N',
    shown: [by('A G T', wallet, '%s: nothing is asked again, and a retry goes through')],
  },
  'wallet never answers': {
    columns: 'A G T',
    shown: [
      by('A', wallet, 'at the approval: held, and found again by its allowance'),
      by('G', wallet, 'at the signature: the request ends with its quote, and a retry has a new one'),
    ],
  },
  'wallet answers twice': {
    columns: 'A G T S',
    shown: [by('A G T', wallet, '%s: the second changes nothing')],
  },
  'wallet error': {
    columns: 'A G T',
    shown: [
      by('G', accounts, 'at the signature: back to the person, and the late signature is nobody’s'),
      by('T', accounts, '%s that the wallet shows may still be done: nothing is given up'),
    ],
  },
  'storage full': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'where the order cannot be written it waits on, for another try'),
      by('V', 'unit/storage/self-test.test.ts', 'a %s store: review and confirm are refused with %s'),
      by('A G S', 'flow/trouble.test.ts', 'write %s of a swap: no effect runs ahead, and it goes on later'),
      by(
        'P',
        'unit/order/room.test.ts',
        'the oldest closed orders lose their payloads and nothing else, open ones never',
      ),
      by(
        'N',
        'unit/order/room.test.ts',
        'an end is written on the room of the ballast, which is laid again later',
      ),
    ],
  },
  'storage corrupt': {
    columns: 'H Q V A G T S P N',
    shown: [
      by(
        'H',
        'unit/storage/self-test.test.ts',
        'storage volatile · H: what a private window is given is gone with it, and is said to be',
      ),
      by('V', 'unit/storage/self-test.test.ts', 'a %s store: review and confirm are refused with %s'),
      by('S P', 'unit/order/mirror.test.ts', 'a lost database is rebuilt from the mirror, order by order'),
      by(
        'N',
        'unit/storage/rescue.test.ts',
        'storage corrupt · N: everything that can be read is in the file, and no signature',
      ),
    ],
  },
  'two windows': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'confirmed twice by one review it is the same order, by another it is gone'),
      by('Q', review, 'keeps views apart, and says what went wrong to the one that asked'),
      by('V', 'flow/several-reviews.test.ts', 'two reviews of one quote become one order'),
      by('N', 'unit/models/app-model.test.ts', 'keeps the newer of two orders, whatever comes last'),
    ],
  },
  'asleep 8 h': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'or with its time, or with the leave of its site'),
      by(
        'S',
        'flow/trouble.test.ts',
        'that slept eight hours finds an unposted signature dead, and says so once',
      ),
      by(
        'P',
        'flow/reconcile.test.ts',
        'asleep 8 h · P: one read for each of many swaps, four at a time, and no burst of missed ticks',
      ),
    ],
  },
  'updated in mid-swap': {
    columns: 'H Q V A G T S P N',
    shown: [
      by(
        'H',
        'unit/wallet/connectors/page-connector.test.ts',
        'the tab goes while no worker is alive: lost at the next start',
      ),
      by('Q V', updates, 'waits while somebody looks'),
      by('A G T', updates, "'approve_requested', 'sign_requested', 'send_requested'"),
      by('P', 'flow/fixtures.test.ts', '$id is taken up where it was'),
      by('N', 'flow/fixtures.test.ts', 'rows of %s load, and can be shown and copied for support'),
    ],
  },
  'hosts revoked': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H Q', 'unit/entrypoints/host-access.test.ts', 'sends nothing without its hosts and names them'),
      by('V A G T', hosts, unasked),
      by('N', hosts, 'hosts taken back while a swap is PENDING: said, asked for again, and the swap goes on'),
    ],
  },
  'account removed': {
    columns: 'V A G T S P N',
    shown: [
      by('V', 'unit/entrypoints/account-desk.test.ts', 'no account left is no account'),
      by('G', accounts, 'none at all: the wallet no longer lets Ferry in'),
      by('T', accounts, '%s that the wallet shows may still be done: nothing is given up'),
    ],
  },
} satisfies { readonly [row: string]: Row }
