/** Why a function is longer than 60 lines, by `path#name`: what would be lost if it were cut. */
export const longFunctions: { readonly [place: string]: string } = {
  'entrypoints/background/compose.ts#composeBackground':
    'The graph of the background: who is made of what, in the order in which it must be made, is the whole of it.',
  'lib/chain/chain-reader.ts#createChainReader':
    'One line for each question to a chain: which endpoints it goes to is compared best where they stand together.',
  'lib/tokens/token-lists.ts#createTokenLists':
    'What is saved, what is being read and when to try again are one state: each list that comes moves all three.',
  'lib/models/app-model.ts#createAppModel':
    'Wires all models of a view to one client: the order in which they are made and told is the whole of it.',
  'lib/models/quote-model.ts#createQuoteModel':
    'An answer counts only for the newest question: the turn and the timers that move it are shared by all of them.',
  'lib/order/run.ts#createRun':
    'Store first, then act: who is busy, who waits and what is muted is one state, which task, answer and start all move.',
  'lib/service/budget.ts#createBudget':
    'One queue over one bucket: a turn, a pause, a late answer and a cancellation each change it and look at it again.',
  'lib/sites/compose-sites.ts#composeSites':
    'The graph of what pages reach: proposals, documents, events and handlers tell one another, so each names the others.',
  'lib/sites/proposals.ts#createProposals':
    "Each change of a proposal goes through one lock and one writing; outside of it nobody can reach the store's rows.",
  'lib/sites/start-page.ts#offerFerry':
    'Takes its copies of what it uses before the page can patch them: all that runs in the page stands on those.',
  'lib/wallet/account-service.ts#createAccountService':
    'One account and the requests it waits for: each action has to see which of them a later one has made worthless.',
  'lib/wallet/connectors/page-connector.ts#createPageConnector':
    "Registers its listeners before the first await, and tells each sender's place apart by one memory of the tabs.",
  'lib/wallet/connectors/page-requests.ts#pageRequests':
    'That a request is asked once in whatever life rests on four records of it, which every step reads and writes.',
  'lib/wallet/connectors/stream-connector.ts#createStreamConnector':
    'That a request is asked once rests on what was begun, asked and answered: all steps share it, and the held worker with them.',
  'lib/sites/start-page.ts#serveWallet':
    'Takes its copies of what it uses before the page can patch them; the wallets it heard of are its only state.',
}
