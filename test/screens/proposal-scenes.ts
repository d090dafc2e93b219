import type { ProposalView } from '../../lib/sites/site-messages.ts'
import * as data from '../unit/models/fake-data.ts'
import { proposal } from '../unit/models/fake-sites.ts'
import type { Scene } from './scene.ts'

const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const idn = { origin: 'https://xn--mnchen-3ya.example', unicode: 'https://münchen.example' }
const allowed: ProposalView = { ...proposal, isAllowed: true, outputToken: data.usdcIsland }
const ours = { ...data.quoteRequest, receiverAddress: other }
const choices = ['17dc79c8', '9e0a1b44', 'c3d2f1e0'].map((text) => text.slice(-6))
const review = () => {
  const nowMs = Date.now()
  return data.reviewFor(data.quoteFor(ours, nowMs), nowMs, {
    receiverIsSelf: false,
    proposal: { swapId: 'swap-1', site: proposal.site, receiverChoices: choices },
  })
}

export const proposalScenes: readonly Scene[] = [
  { name: 'home-first-proposal', isNew: true, start: { account: null }, proposals: [proposal] },
  { name: 'proposal-permission', hash: '#/proposal', proposals: [proposal], isTimeOver: true },
  {
    name: 'proposal-permission-idn',
    hash: '#/proposal',
    proposals: [{ ...proposal, site: idn }],
    isTimeOver: true,
  },
  { name: 'proposal', hash: '#/proposal', proposals: [allowed, { ...allowed, swapId: 'swap-2' }] },
  {
    name: 'proposal-receiver',
    hash: '#/proposal',
    proposals: [{ ...allowed, swap: { ...allowed.swap, receiverAddress: other } }],
  },
  {
    name: 'proposal-unknown-token',
    hash: '#/proposal',
    proposals: [{ ...allowed, outputToken: null }],
  },
  {
    name: 'proposal-unread-token',
    hash: '#/proposal',
    proposals: [{ ...allowed, outputToken: null, areTokensRead: false }],
  },
  { name: 'proposal-none', hash: '#/proposal' },
  {
    name: 'proposal-review',
    hash: '#/proposal',
    proposals: [{ ...allowed, swap: { ...allowed.swap, receiverAddress: other } }],
    answers: { review },
    act: ['primary', 'receiver-end-dc79c8'],
  },
  { name: 'home-proposals', proposals: [proposal] },
]
