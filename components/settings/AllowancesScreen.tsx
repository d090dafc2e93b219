import { shortenHex } from '../../lib/base/hex.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { AllowancesModel } from '../../lib/models/settings-models.ts'
import type { AllowanceEntry } from '../../lib/order/allowances.ts'
import { unlimitedUnits } from '../../lib/review/approval-plan.ts'
import { ExitPanel, ExitScreen, findOpenExit, useExitFocus } from '../order/ExitPanel.tsx'
import type { ExitProps } from '../order/exit-parts.tsx'
import { allowanceText, spenderName } from '../order/order-words.ts'
import { Button } from '../parts/Button.tsx'
import { EmptyNote } from '../parts/EmptyNote.tsx'
import { formatDollars } from '../parts/format.ts'
import { Skeleton } from '../parts/Lazy.tsx'
import { TokenIcon } from '../parts/Picture.tsx'
import { ProblemNotice } from '../parts/ProblemNotice.tsx'
import { ScreenHeader } from '../parts/ScreenHeader.tsx'
import { ProblemSupportLink } from '../parts/SupportLink.tsx'
import { t } from '../parts/text.ts'

/** Shows the remaining allowances that Ferry requested or used, as read from the chains. */
export function AllowancesScreen({ app, model }: { app: AppModel; model: AllowancesModel }) {
  const lines = model.lines.value
  const problem = model.problem.value
  const exit = openedExit(app, model)
  const kind = exit === null ? null : findOpenExit(exit)
  useExitFocus(kind)
  if (exit !== null && kind !== null) {
    return (
      <div class="screen" data-testid="allowances-screen">
        <ExitScreen {...exit} kind={kind} />
      </div>
    )
  }
  return (
    <div class="screen" data-testid="allowances-screen">
      <ScreenHeader title={t('allowances')} onBack={app.back} />
      <main class="scroll setting-page">
        {lines?.length !== 0 && <p class="faint inset">{t('allowancesText')}</p>}
        {problem !== null && (
          <ProblemNotice
            problem={problem}
            omitsMoney
            whatHappened={lines === null ? t('allowancesUnread') : undefined}
            whatToDo={lines === null ? t('problem_rpcUnreachable_next') : undefined}
            actions={problem.code === 'internal' && <ProblemSupportLink app={app} problem={problem} />}
          />
        )}
        {lines === null && problem === null && (
          <div class="card" role="status" aria-label={t('loading')}>
            {[16, 12, 14].map((width) => (
              <p key={width}>
                <Skeleton width={width} />
              </p>
            ))}
          </div>
        )}
        {lines?.length === 0 && (
          <EmptyNote
            data-testid="allowances-none"
            title={t('allowancesNone')}
            next={t('allowancesNoneNext')}
          />
        )}
        {lines !== null && <AllowanceList app={app} model={model} lines={lines} />}
      </main>
      <footer class="foot-bar">
        <Button
          look={problem !== null && lines === null ? 'primary' : 'secondary'}
          testId="allowances-read"
          isDisabled={model.busy.value === 'open'}
          aria-busy={model.busy.value === 'read'}
          onPress={model.read}
        >
          {t(problem !== null && lines === null ? 'tryAgain' : 'allowancesRead')}
        </Button>
      </footer>
    </div>
  )
}

/** The revocation that the person opened. Null if there is none, or its order was deleted. */
function openedExit(app: AppModel, { opened, lines }: AllowancesModel): ExitProps | null {
  if (opened.value === null) return null
  const { orderId, model } = opened.value
  const order = model.order.value
  const line = lines.value?.find((one) => one.orderId === orderId)
  return order === null ? null : { app, model, order, isOffered: line?.left?.units !== '0' }
}

/** Shows unlimited allowances first, and folds the used-up ones. A just revoked one stays visible with its result. */
function AllowanceList({
  app,
  model,
  lines,
}: {
  app: AppModel
  model: AllowancesModel
  lines: readonly AllowanceEntry[]
}) {
  const isOpen = ({ orderId }: AllowanceEntry) => model.opened.value?.orderId === orderId
  const isFolded = (line: AllowanceEntry) => line.left?.units === '0' && !isOpen(line)
  const folded = lines.filter(isFolded)
  const row = (line: AllowanceEntry) => (
    <AllowanceRow
      key={`${line.token.chainId} ${line.token.address} ${line.owner} ${line.spender}`}
      app={app}
      model={model}
      line={line}
    />
  )
  return (
    <>
      {lines
        .filter((line) => !isFolded(line))
        .toSorted((a, b) => Number(isUnlimited(b)) - Number(isUnlimited(a)))
        .map(row)}
      {folded.length > 0 && (
        <details class="card more" data-testid="allowances-zero">
          <summary>{t('allowancesZero', { count: String(folded.length) })}</summary>
          {folded.map(row)}
        </details>
      )}
    </>
  )
}

function isUnlimited({ left }: AllowanceEntry): boolean {
  return left !== null && (left.units === null || BigInt(left.units) >= unlimitedUnits)
}

interface Shown {
  readonly app: AppModel
  readonly model: AllowancesModel
  readonly line: AllowanceEntry
}

/** The token with its contract below, then what can be taken now and the button. More only where something is unusual. */
export function AllowanceRow({ app, model, line }: Shown) {
  const { token, kind, spender, left } = line
  const chain = app.start.chainName(token.chainId)
  const risk = model.atRisk(line)
  /** A revocation in progress. */
  const exit = model.opened.value?.orderId === line.orderId ? openedExit(app, model) : null
  return (
    <section
      class="card"
      data-testid="allowance"
      data-left={left === null ? 'unread' : (left.units ?? 'unlimited')}
    >
      <div class="line loose">
        <TokenIcon token={token} size={32} />
        <div class="spread">
          <div class="line wrap tight between numbers">
            <b>
              <bdi>{token.symbol}</bdi>
            </b>{' '}
            {left === null ? (
              <span class="faint">{t('allowanceUnread', { chain })}</span>
            ) : (
              <b class={isUnlimited(line) ? 'tone-warning' : ''}>{allowanceText(left.units, token)}</b>
            )}
          </div>
          <h2 class="label" title={spender}>
            {t('allowanceFor', { name: spenderName(kind), chain })}
          </h2>
        </div>
      </div>
      <div class="line between">
        <div class="stack tight small numbers">
          {risk !== null && !app.start.settings.value.hiddenBalances && (
            <span data-testid="allowance-at-risk">
              {t('allowanceAtRisk', {
                amount:
                  risk.worthInUsd === null
                    ? formatExactMoney(String(risk.units), token)
                    : formatDollars(risk.worthInUsd, 'ceil'),
              })}
            </span>
          )}
          <AllowanceNotes app={app} line={line} />
        </div>
        {exit === null && left?.units !== '0' && line.revokeBlockedBy === null && (
          <Button
            look="plain"
            testId="allowance-revoke"
            aria-label={t('allowanceRevokeNamed', { symbol: token.symbol, name: spenderName(kind), chain })}
            isDisabled={model.busy.value !== null}
            onPress={() => model.revoke(line.orderId)}
          >
            {t('allowanceRevoke')}
          </Button>
        )}
      </div>
      {exit !== null && <ExitPanel kind="revoke" {...exit} />}
    </section>
  )
}

function AllowanceNotes({ app, line }: Pick<Shown, 'app' | 'line'>) {
  const { owner, spender, kind, left, revokeBlockedBy } = line
  const needsAddress = kind === 'manual' || (revokeBlockedBy !== null && revokeBlockedBy !== 'inUse')
  const notes = [
    needsAddress && t('allowanceTo', { address: shortenHex(spender) }),
    app.start.account.value?.address !== owner && t('allowanceOwner', { address: shortenHex(owner) }),
  ].filter((note) => note !== false)
  const isBlocked = left?.units !== '0' && revokeBlockedBy !== null
  const isUnverified = left?.sources === 1
  return (
    <>
      {isUnverified && <p class="tone-warning">{t('allowanceOnce')}</p>}
      {notes.length > 0 && <p class="faint">{notes.join(' · ')}</p>}
      {isBlocked && <p class="faint">{t(`allowanceNot_${revokeBlockedBy}`)}</p>}
    </>
  )
}
