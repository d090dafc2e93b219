import type { ProblemData } from '../../lib/base/problem-shape.ts'
import { Button } from './Button.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { ScreenHeader } from './ScreenHeader.tsx'
import { t } from './text.ts'

export interface FailedScreenProps {
  readonly problem: ProblemData
  readonly onBack: () => void
  readonly onRetry: () => void
}

/** In place of a screen that could not be loaded. */
export function FailedScreen({ problem, onBack, onRetry }: FailedScreenProps) {
  return (
    <div class="screen">
      <ScreenHeader title={t('name')} onBack={onBack} />
      <main class="scroll">
        <ProblemNotice problem={problem} omitsMoney />
      </main>
      <footer class="foot-bar">
        <Button look="primary" testId="load-again" onPress={onRetry}>
          {t('tryAgain')}
        </Button>
      </footer>
    </div>
  )
}
