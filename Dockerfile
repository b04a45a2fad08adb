# The sandbox as an image: one file on Node and the page of the workbench, without packages. How it is built and used: docs/sandbox.md.

# The base by its digest, `node@sha256:…`: a name alone may be another image tomorrow.
ARG BASE
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.base.json ./
RUN npm ci --ignore-scripts
COPY scripts/ scripts/
COPY src/sandbox/ src/sandbox/
COPY src/shared/ src/shared/
COPY src/workbench/ src/workbench/
COPY src/renderer/ui/ src/renderer/ui/
COPY src/renderer/tsconfig.json src/renderer/
COPY src/renderer/public/layers.css src/renderer/public/
COPY src/words/tsconfig.json src/words/
COPY src/words/en-us/start/ src/words/en-us/start/
RUN node scripts/sandbox-bundle.mjs out
RUN node scripts/workbench.mjs out/workbench

FROM ${BASE}
# For a data file that outlives the container: mount a volume here, and start with --data /data/sandbox.db.
RUN install -d -o node -g node /data
WORKDIR /sandbox
COPY --from=build /build/out/cli.js ./
COPY --from=build /build/out/workbench/ workbench/
USER node
EXPOSE 8700
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8700/').then(({ status }) => process.exit(status === 404 ? 0 : 1), () => process.exit(1))"]
# Whoever starts it adds options behind these, such as --control, or --allow-host with the name that other containers use.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=2", "cli.js", "--workbench", "workbench", "--port", "8700", "--address", "0.0.0.0", "--allow-host", "localhost", "--allow-host", "127.0.0.1"]
