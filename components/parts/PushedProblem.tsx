import type { ProblemData } from '../../lib/base/problem-shape.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import { isForm } from '../../lib/models/follow-form.ts'
import { describePair, pairOf } from '../../lib/order/describe-pair.ts'
import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { LateNotice } from './LateNotice.tsx'
import { problemReport, problemWords } from './problem-words.ts'
import { RequestId } from './RequestId.tsx'
import { t, writeFact } from './text.ts'

/** Problems that the connection strip already shows. */
const offlineCodes: ReadonlySet<ProblemData['code']> = new Set([
  'serviceUnreachable',
  'serviceTimeout',
  'rpcUnreachable',
])

/** The problems without a place of their own on the screen: the newest of the background, and the newest of this view. */
export function PushedProblems({ app }: { app: AppModel }) {
  const { pushedProblem, pushedOrderId, dismissPushed, ownProblem } = app.start
  return (
    <>
      <PlacelessProblem
        app={app}
        problem={pushedProblem.value}
        orderId={pushedOrderId.value}
        onDismiss={dismissPushed}
      />
      <PlacelessProblem
        app={app}
        problem={ownProblem.value}
        onDismiss={() => {
          ownProblem.value = null
        }}
      />
    </>
  )
}

function PlacelessProblem({
  app,
  problem,
  orderId = null,
  onDismiss,
}: {
  app: AppModel
  problem: ProblemData | null
  orderId?: string | null
  onDismiss: () => void
}) {
  if (problem === null) return null
  const { code } = problem
  if (!app.isOnline.value && offlineCodes.has(code)) return null
  const { start, swap } = app
  const unread = start.isFresh.value ? null : start.problem.value
  const shown = isForm(app.screen.value)
    ? [unread, start.accountProblem.value, swap.quotes.problem.value]
    : []
  if (shown.some((one) => one?.code === code)) return null
  if (code === 'hostsNotAllowed' && app.access.missing.value.length > 0) return null
  const order = app.orders.byId.value.get(orderId ?? '')
  return (
    <LateNotice
      testId="pushed-problem"
      title={t(order === undefined ? 'backgroundProblem' : 'swapProblem')}
      actions={
        order !== undefined && (
          <Button
            look="secondary"
            testId="view-swap"
            onPress={() => app.go({ name: 'order', orderId: order.id })}
          >
            {t('viewSwap')}
          </Button>
        )
      }
      details={
        <>
          <RequestId id={problem.serverRequestId} />
          <CopyButton
            label={t('copyProblem')}
            read={() => problemReport(problem, app.version())}
            testid="copy-problem"
            labelClass="secondary"
          />
        </>
      }
      dismissId="dismiss-problem"
      onDismiss={onDismiss}
    >
      {order !== undefined && <p class="tone-strong">{writeFact(describePair(pairOf(order), app.start))}</p>}
      <p>{problemWords(problem).what}</p>
    </LateNotice>
  )
}
