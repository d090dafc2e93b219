const { runtime } = chrome

// The page under test sends the attempts. They are made from here and from the extension's own background.
addEventListener('hostile:try', async ({ detail }) => {
  const wish = JSON.parse(detail)
  const here = []
  for (const message of wish.messages) {
    here.push(
      await runtime.sendMessage(wish.target, message).then(
        (answer) => answer ?? null,
        () => null,
      ),
    )
  }
  const background = await runtime.sendMessage(wish)
  // The call itself works: our own background answers it.
  const control = await runtime.sendMessage(runtime.id, {})
  dispatchEvent(new CustomEvent('hostile:tried', { detail: JSON.stringify({ here, background, control }) }))
})
