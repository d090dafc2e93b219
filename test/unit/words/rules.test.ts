import { describe, expect, it } from 'vitest'
import { findFaults, type Place } from '../../words/rules.ts'

const rulesBroken = (message: string, place: Place = 'sentence', more: object = {}) =>
  findFaults({ key: 'some', description: 'Title of a notification', message, place, ...more }).map(
    (fault) => fault.split(':')[0],
  )

describe('the rules of words', () => {
  it.each([
    ['Get new quote', 'button', {}],
    ['Withdraw {amount}', 'button', { facts: { amount: '100 USDC' } }],
    ['Swap expired before the delivery', 'outcome', {}],
    ['Your wallet has another request open', 'problem', {}],
    ['You can close Ferry. We’ll notify you when it’s done.', 'sentence', {}],
    ['You lose about {dollars} ({percent}%)', 'sentence', { facts: { percent: '7.2', dollars: '$72' } }],
    ['{count, plural, one {# token} other {# tokens}}', 'sentence', { facts: { count: 3 } }],
    ['Verified on-chain by Ferry', 'sentence', {}],
    ['I’ve compared the amounts myself', 'sentence', { key: 'agreeUnknownLoss' }],
    ['To the swap contract', 'sentence', {}],
    ['Swap anywhere. Keep your wallet.', 'headline', {}],
    ['{name} (chain ID {id})', 'sentence', { facts: { name: 'Optimism', id: '10' } }],
  ] as const)('keep %j on a %s', (message, place, more) => {
    expect(rulesBroken(message, place, more)).toEqual([])
  })

  it.each([
    ['length', 'Show me the whole deposit address', 'button', {}],
    [
      'length',
      'Ferry tracks this swap on two networks and then tells you when it has arrived',
      'sentence',
      {},
    ],
    ['length', 'This swap ran into a problem that we don’t know', 'title', {}],
    ['length', 'Swap with the wallet you already have.', 'headline', {}],
    ['length', 'The swap was stopped in time', 'outcome', {}],
    ['stop', 'Swap stopped.', 'title', {}],
    ['glossary', 'Check the receiver', 'sentence', {}],
    ['glossary', 'Your wallet is on another chain.', 'sentence', {}],
    ['glossary', 'Nodes', 'sentence', {}],
    ['glossary', 'Swap cancelled', 'sentence', {}],
    ['contraction', 'Ferry cannot reach the network.', 'sentence', {}],
    ['contraction', 'You are offline.', 'sentence', {}],
    ['fallback', '{amount|Your tokens} arrived.', 'sentence', { facts: { amount: '100 USDC' } }],
    ['facts', '{amount} arrived.', 'sentence', {}],
    ['facts', 'Swap complete', 'sentence', { facts: { amount: '100 USDC' } }],
    ['facts', '{count, plural, one {# token} other {# tokens}}', 'sentence', { facts: { count: '3' } }],
    ['plural', '{count} tokens', 'sentence', { facts: { count: '3' } }],
    ['fragment', 'written as', 'sentence', {}],
    ['fragment', 'So nothing is sent.', 'sentence', {}],
    ['actor', 'It asks you to approve.', 'sentence', {}],
    ['actor', 'Your wallet opens. It asks you to approve.', 'sentence', {}],
    ['actor', 'The address is yours: it’s used once. It’s gone then.', 'sentence', {}],
    ['consent', 'The loss is accepted', 'sentence', { key: 'agreeLoss' }],
    ['protocol', 'Withdraw from inbox', 'button', {}],
    ['protocol', 'The Permit2 nonce was used', 'problem', {}],
    ['description', 'Sent', 'sentence', { description: '' }],
    ['description', 'Sent', 'sentence', { description: 'Sent' }],
    [
      'description',
      'Your {amount} arrived on the network.',
      'sentence',
      { description: '', facts: { amount: '100 USDC' } },
    ],
    ['type', "Ferry's own", 'sentence', {}],
    ['type', 'Swap complete!', 'sentence', {}],
    ['type', 'You lose 25 % of it.', 'sentence', {}],
  ] as const)('%s: %j on a %s', (rule, message, place, more) => {
    expect(rulesBroken(message, place, more)).toEqual([rule])
  })

  it('require no description for a plain sentence', () => {
    expect(rulesBroken('Your quote expired.', 'sentence', { description: '' })).toEqual([])
  })

  it('accept full words for actions that cannot be undone', () => {
    expect(findFaults({ key: 'wipeAsk', message: 'This cannot be undone.', place: 'sentence' })).toEqual([])
  })
})
