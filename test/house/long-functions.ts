/** Why a function is longer than 60 lines, by `path#name`: what would be lost if it were cut. */
export const longFunctions: { readonly [place: string]: string } = {
  'lib/models/advanced-model.ts#createAdvancedModel':
    'What was typed, what is wrong with it and what is set are one state, which each of the actions moves at once.',
  'lib/models/app-model.ts#createAppModel':
    'Wires all models of a view to one client: the order in which they are made and told is the whole of it.',
  'lib/models/balances-model.ts#createBalancesModel':
    'What was read, when, and for whom is one state: an answer for another owner has to be seen by each action.',
  'lib/models/draft-model.ts#createDraftModel':
    'The draft is stored as one value by one effect, and each action keeps its parts in agreement.',
  'lib/models/history-model.ts#createHistoryModel':
    'Pages of ours and of the service interleave: the marks of how far each is read are shared by all actions.',
  'lib/models/order-model.ts#createOrderModel':
    'One order with all that can be done to it, one command at a time.',
  'lib/models/picker-model.ts#createPickerModel':
    'Each answer is dropped if a newer question was asked meanwhile: turn, text and range are shared by all readings.',
  'lib/models/proposal-model.ts#createProposalModel':
    'One proposal is shown until it is decided on; what may replace it is known only where all its signals are.',
  'lib/models/quote-model.ts#createQuoteModel':
    'An answer counts only for the newest question: the turn and the timers that move it are shared by all of them.',
  'lib/models/review-model.ts#createReviewModel':
    'What was agreed to and what is confirmed must be of one review: they stand side by side.',
  'lib/models/start-model.ts#createStartModel':
    'One snapshot that answers, pushes and settings change in turn; each of them has to leave the others as they are.',
  'lib/models/swap-model.ts#createSwapModel':
    'The step of the form is one decision over all its signals, in the order in which they count.',
  'lib/models/wallets-model.ts#createWalletsModel':
    'A search lasts several looks, and a newer one ends it: all actions share its number.',
}
