import { useEffect } from 'preact/hooks'
import type { AppModel } from '../../lib/models/app-model.ts'
import { preload } from '../screens.tsx'
import { ProposalStrip } from '../sites/ProposalStrip.tsx'
import { HomeHeader } from './HomeHeader.tsx'
import { RunningStrip } from './RunningStrip.tsx'
import { SwapForm } from './SwapForm.tsx'
import { Welcome } from './Welcome.tsx'

const laterScreens = ['review', 'order', 'tokens', 'history', 'settings', 'account'] as const

/** Shows the swap form. */
export function Home({ app }: { app: AppModel }) {
  useEffect(() => {
    // Not before the form has been painted and is quiet: the first picture comes first.
    const waiting = setTimeout(() => laterScreens.forEach(preload), 400)
    return () => clearTimeout(waiting)
  }, [])
  return (
    <div class="screen home">
      <HomeHeader app={app} />
      <main class="home-main">
        <SwapForm app={app}>
          <ProposalStrip app={app} />
          {app.start.isWelcomed.value || app.orders.running.value.length > 0 ? (
            <RunningStrip app={app} />
          ) : (
            <Welcome app={app} />
          )}
        </SwapForm>
      </main>
    </div>
  )
}
