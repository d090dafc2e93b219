/** The states that a user can filter by. They are coarser than the order states of the engine. */
export const historyGroups = ['open', 'done', 'failed', 'refunded', 'stopped'] as const

export type HistoryGroup = (typeof historyGroups)[number]
