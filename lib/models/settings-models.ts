import { computed, signal } from '@preact/signals'
import { toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { isTypedWord } from '../base/text.ts'
import { noFilter, wipeWord } from '../history/history-filter.ts'
import type { AllowanceEntry } from '../order/allowances.ts'
import type { ViewPlace } from '../platform/view-places.ts'
import type { VersionView } from '../rpc/messages.ts'
import type { SitesView } from '../sites/site-messages.ts'
import type { AppModel } from './app-model.ts'
import { forgetSwap } from './forget-swap.ts'
import { createGeneration } from './generation.ts'
import { heldToken, requestHeldBalances } from './held-tokens.ts'
import { createLifetime } from './lifetime.ts'
import type { OrderModel } from './order-model.ts'
import { forgetSentDeposits } from './sent-deposits.ts'
import { createSingleAction } from './user-actions.ts'

export type AboutModel = ReturnType<typeof createAboutModel>

export function createAboutModel({ client }: AppModel) {
  const updates = signal<VersionView | null>(null)
  const problem = signal<ProblemData | null>(null)
  void createGeneration().take(client.send('version', null), problem, (read) => {
    updates.value = read
  })
  return {
    updates,
    problem,
    recentCalls: async () => (await client.send('recentCalls', null)).text,
  }
}

export type NoticesModel = ReturnType<typeof createNoticesModel>

export function createNoticesModel({ client }: AppModel) {
  const isTestSent = signal(false)
  const { act, busy, problem } = createSingleAction<'test'>()
  const tests = createGeneration()
  return {
    isTestSent,
    isBusy: computed(() => busy.value !== null),
    problem,
    test: () =>
      act('test', async () => {
        const isCurrent = tests.begin()
        await client.send('testNotice', null)
        if (isCurrent()) isTestSent.value = true
      }),
  }
}

export type PlacesModel = ReturnType<typeof createPlacesModel>

export function createPlacesModel(places: readonly ViewPlace[]) {
  const problem = signal<ProblemData | null>(null)
  const opens = createGeneration()
  return {
    places,
    /** Null where the browser has none. */
    side: places.find(({ name }) => name === 'side') ?? null,
    problem,
    async open(place: ViewPlace, kept?: Promise<unknown>): Promise<void> {
      problem.value = null
      await opens.take(place.open(kept), problem, () => undefined)
    },
  }
}

export type SitesModel = ReturnType<typeof createSitesModel>

export function createSitesModel({ client }: AppModel) {
  const sites = signal<SitesView | null>(null)
  const problem = signal<ProblemData | null>(null)
  const changes = createGeneration()

  async function take(answer: Promise<SitesView>): Promise<boolean> {
    const isCurrent = changes.begin()
    try {
      const read = await answer
      if (isCurrent()) {
        sites.value = read
        problem.value = null
      }
      return true
    } catch (thrown) {
      if (isCurrent()) problem.value = toProblemData(thrown)
      return false
    }
  }
  void take(client.send('sites', null))

  return {
    sites,
    problem,
    choose: (kind: 'all' | 'listed') => take(client.send('chooseSites', { kind })),
    /** Returns whether the site was added. */
    add: (text: string) => take(client.send('addSite', { text: text.trim() })),
    remove: (origin: string) => take(client.send('removeSite', { origin })),
    unrefuse: (origin: string) => take(client.send('unrefuseSite', { origin })),
    revoke: (origin: string) => take(client.send('revokeSite', { origin })),
  }
}

export type WipeModel = ReturnType<typeof createWipeModel>

/** Creates the model of deleting the history: settled swaps after one confirmation, the others only after a typed word. */
export function createWipeModel(app: AppModel) {
  const { client } = app
  const step = signal<'closed' | 'confirming' | 'left' | 'done'>('closed')
  /** Number of swaps that stayed, because their money is not accounted for. */
  const left = signal(0)
  const typedWord = signal('')
  const { act, busy, problem } = createSingleAction<'wipe'>()
  const wipes = createGeneration()
  const isWordTyped = computed(() => isTypedWord(typedWord.value, 'wipeWord', wipeWord))

  const wipe = (consent: string | null) =>
    act('wipe', async () => {
      const isCurrent = wipes.begin()
      const answer = await client.send('wipeHistory', { consent })
      forgetSwap(app)
      if (answer.left === 0) forgetSentDeposits(app)
      if (!isCurrent()) return
      left.value = answer.left
      typedWord.value = ''
      step.value = answer.left === 0 ? 'done' : 'left'
    })

  return {
    step,
    left,
    typedWord,
    isWordTyped,
    isBusy: computed(() => busy.value !== null),
    problem,
    open(): void {
      step.value = 'confirming'
    },
    close(): void {
      wipes.end()
      typedWord.value = ''
      problem.value = null
      step.value = 'closed'
    },
    exportPiece: (format: 'csv' | 'json', after: string | null) =>
      client.send('exportHistory', { filter: noFilter, format, after }),
    wipe: () => wipe(null),
    async wipeRest(): Promise<void> {
      if (isWordTyped.value) await wipe(wipeWord)
    },
  }
}

export type AllowancesModel = ReturnType<typeof createAllowancesModel>

export function createAllowancesModel(app: AppModel) {
  const { client, start } = app
  const life = createLifetime()
  const lines = signal<readonly AllowanceEntry[] | null>(null)
  const opened = signal<{ readonly orderId: string; readonly model: OrderModel } | null>(null)
  const { act, busy, problem } = createSingleAction<'read' | 'open'>()
  const openings = createGeneration()
  const reads = life.generation()

  const read = () =>
    act('read', async () => {
      const isCurrent = reads.begin()
      const read = await client.send('allowances', null)
      if (!isCurrent()) return
      lines.value = read
      void requestHeldBalances(
        app,
        read.filter(({ left }) => left?.units !== '0').map(({ token }) => token),
      )
    })

  const isDone = computed(() => opened.value?.model.order.value?.revoking?.state === 'over')
  life.watch(
    () => isDone.value,
    // Read the allowances again after a revocation, whatever its result.
    (isOver) => void (isOver && read()),
  )
  life.own(close)

  function close(): void {
    openings.end()
    opened.value?.model.dispose()
    opened.value = null
  }

  void read()
  return {
    lines,
    opened,
    problem,
    busy,
    read,
    /** Returns what the contract could take now; null if the balance is unknown or nothing. */
    atRisk({ owner, token, left }: AllowanceEntry) {
      const balance = owner === start.account.value?.address ? heldToken(app, token)?.units : undefined
      if (balance === undefined || left === null || left.units === '0') return null
      const allowed = left.units === null ? balance : BigInt(left.units)
      const units = allowed < balance ? allowed : balance
      return { units, worthInUsd: app.balances.valueInUsd(token, units) }
    },
    /** Reviews the revocation of one; only its confirmation leads to a wallet request. */
    revoke: (orderId: string) =>
      act('open', async () => {
        close()
        const isCurrent = openings.begin()
        const { createOrderModel } = await import('./order-model.ts')
        if (!isCurrent()) return
        const model = createOrderModel(app, orderId)
        opened.value = { orderId, model }
        await model.exits.revoke.open()
      }),
    close,
    dispose: life.dispose,
  }
}
