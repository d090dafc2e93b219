import type { AppModel } from '../../lib/models/app-model.ts'

/** Does what the form's button says; nothing where it only waits. */
export function takeStep(app: AppModel): void {
  const { step, quotes } = app.swap
  if (step.value === 'connect' || step.value === 'connecting') app.openSheet({ name: 'wallets' })
  if (step.value === 'failed' && !app.start.isFresh.value) void app.start.load()
  else if (step.value === 'failed' || step.value === 'noRoute') quotes.refresh()
  if (step.value === 'needReceiver') app.swap.draft.openReceiver()
  if (step.value === 'blocked' || step.value === 'pickRoute') app.openSheet({ name: 'routes' })
  if (step.value === 'pickTokens') {
    app.openSheet({ name: 'tokens', side: app.swap.draft.input.value === null ? 'input' : 'output' })
  }
  const shown = quotes.quote.value
  if (step.value === 'review' && shown !== null && shown.routeKey !== null) {
    app.start.welcome()
    const { quoteKey, routeKey } = shown
    const canSend = app.start.account.value?.wallet != null && app.swap.origin.value?.isConfigured === true
    const isElsewhere = routeKey === 'deposit' && !canSend
    const swapId = app.formProposal()
    app.go({
      name: 'review',
      quoteKey,
      routeKey,
      pay: isElsewhere ? 'elsewhere' : 'wallet',
      ...(swapId === null ? {} : { swapId }),
    })
  }
}
