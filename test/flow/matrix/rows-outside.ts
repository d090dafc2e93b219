import { by, type Row } from './row.ts'

const proposals = 'unit/sites/proposals.test.ts'
const wallet = 'flow/wallet.test.ts'
const review = 'flow/review.test.ts'
const following = 'flow/following.test.ts'
const submit = 'flow/submit.test.ts'
const clock = 'flow/clock.test.ts'
const requote = 'flow/requote.test.ts'
const badService = 'browser/bad-service.test.ts'
const badAnswer = '%s is explained, and nothing typed is lost'
const sameBytes = '%s: the same bytes again, accepted once'

/** What may go wrong between us and the service, the chains and the time. */
export const rowsOutside = {
  'network down': {
    columns: 'H Q V A G T S P N',
    shown: [
      by('H', proposals, 'confirmed, it is the order and waits no more'),
      by('V', review, 'when the service is not reached'),
      by('G', 'flow/letting-in.test.ts', 'that cannot be reached is waited for: nothing is asked meanwhile'),
      by('P', following, 'that cannot be made cost nothing: the beat goes on where it stopped'),
    ],
  },
  'timeout after accept': {
    columns: 'S P N',
    shown: [by('S', submit, 'accepted though nobody heard: the look finds it, and no second POST is needed')],
  },
  'echo record': {
    columns: 'S P N',
    shown: [by('S', submit, 'is answered by an echo: not indexed, so the same bytes go again')],
  },
  'failed after the money left': {
    columns: 'T P N',
    shown: [by('T P', 'flow/inbox.test.ts', 'keeps being looked at for days')],
  },
  '429': {
    columns: 'Q V S P',
    shown: [
      by('Q', badService, badAnswer),
      by(
        'V',
        'unit/models/quote-model.test.ts',
        'keeps the old quote, marked as ageing, until the next is there',
      ),
    ],
  },
  '5xx': { columns: 'Q S P N', shown: [by('Q', badService, badAnswer), by('S', submit, sameBytes)] },
  'malformed JSON': {
    columns: 'Q S P N',
    shown: [by('Q', 'unit/bad-inputs/quote.test.ts', 'security section 2: quote and build-tx')],
  },
  'HTML page': { columns: 'Q S P N', shown: [by('Q', badService, badAnswer), by('S', submit, sameBytes)] },
  'origin not allowed': {
    columns: 'Q V G T S P',
    shown: [
      by('V', review, 'when the service does not let us in'),
      by(
        'G',
        'flow/letting-in.test.ts',
        'says so before the wallet is asked to sign, and goes on once it lets us in',
      ),
    ],
  },
  'quote expired': {
    columns: 'Q V A G T S',
    shown: [
      by('Q', 'unit/models/quote-model.test.ts', 'refreshes at expiry while it is looked at, and not before'),
      by(
        'V',
        'unit/models/app-model.test.ts',
        'cannot be confirmed once the quote has run out, nor with a large loss nobody agreed to',
      ),
      by('A', requote, 'is replaced by one that is no worse (%s)'),
      by('T', requote, 'a native swap is quoted again after a stop, before the wallet is asked'),
      by('S', submit, 'a quote that dies before its POST is accepted never becomes a second swap'),
    ],
  },
  'chain switched': { columns: 'A G T P', shown: [] },
  'nonce replaced': {
    columns: 'A T P N',
    shown: [by('T P', wallet, 'is followed under its new hash when it was sped up')],
  },
  reorg: {
    columns: 'A T P N',
    shown: [
      by(
        'T',
        'flow/missing.test.ts',
        'stays unknown where no node ever showed that nonce, and goes on when it is mined with another',
      ),
      by('P', following, 'go on while every node is down, whatever the state'),
      by('N', following, 'that the chain does not confirm stays reported, and says so'),
    ],
  },
  'RPC lies': {
    columns: 'V A G T P N',
    shown: [
      by('V', 'unit/chain/chain-reader.test.ts', 'of many one by one, without those that cannot be read'),
      by(
        'G',
        'unit/order/step.test.ts',
        'is no evidence while the chain’s own time is before the deadline, whatever our clock says',
      ),
      by(
        'T',
        'unit/bad-inputs/status.test.ts',
        'row 59: a destination hash that pays nobody is not verified',
      ),
      by('P', following, 'go on while every node is down, whatever the state'),
      by('N', following, 'that the chain does not confirm stays reported, and says so'),
    ],
  },
  'clock skew': {
    columns: 'Q V G P N',
    shown: [
      by('Q V G', clock, '%i h before the confirm: at worst a refusal'),
      by('N', clock, 'evidence dated ahead counts from the clock as it is now'),
    ],
  },
} satisfies { readonly [row: string]: Row }
