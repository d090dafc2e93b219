import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { Button } from './Button.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'
import { t } from './text.ts'

export interface FailedViewProps {
  readonly problem: ProblemData
  /** Leaves the screen that could not be loaded. */
  readonly onBack?: (() => void) | undefined
  /** Loads the view again. */
  readonly onRetry?: () => void
}

/** In place of a view that could not be loaded. A screen also has its way back. */
export function FailedView({ problem, onBack, onRetry }: FailedViewProps) {
  const notice = <ProblemNotice problem={problem} omitsMoney={onRetry !== undefined} />
  if (onBack === undefined || onRetry === undefined) return notice
  return (
    <div class="screen">
      <ScreenHeader title={t('name')} onBack={onBack} />
      <main class="scroll">{notice}</main>
      <footer class="foot-bar">
        <Button look="primary" testId="load-again" onPress={onRetry}>
          {t('tryAgain')}
        </Button>
      </footer>
    </div>
  )
}
