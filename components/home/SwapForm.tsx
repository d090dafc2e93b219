import type { ComponentChildren } from 'preact'
import type { AppModel } from '../../lib/models/app-model.ts'
import { takeStep } from '../review/take-step.ts'
import { FlipButton } from './FlipButton.tsx'
import { FromCard } from './FromCard.tsx'
import { HomeFooter } from './HomeFooter.tsx'
import { OptionChips } from './OptionChips.tsx'
import { QuoteSlot } from './QuoteSlot.tsx'
import { ToCard } from './ToCard.tsx'

/**
 * Shows what is sent, what is received, the quote, and the one button; `children` stand between the quote and the
 * button.
 */
export function SwapForm({ app, children }: { app: AppModel; children: ComponentChildren }) {
  return (
    <form
      class="swap"
      onSubmit={(event) => {
        event.preventDefault()
        takeStep(app)
      }}
    >
      <div class="cards">
        <FromCard app={app} />
        <FlipButton app={app} />
        <ToCard app={app} />
      </div>
      <OptionChips app={app} />
      <QuoteSlot app={app} />
      {children}
      <HomeFooter app={app} />
    </form>
  )
}
