# The sandbox as an image: its package on Node, with pg for --database. How it is built and used: docs/sandbox.md.

# The base by its digest, `node@sha256:…`: a name alone may be another image tomorrow.
ARG BASE
FROM ${BASE} AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc tsconfig.base.json LICENSE ./
RUN npm ci --ignore-scripts
COPY scripts/ scripts/
COPY packaging/sandbox/ packaging/sandbox/
COPY src/sandbox/ src/sandbox/
COPY src/shared/ src/shared/
COPY src/workbench/ src/workbench/
COPY src/renderer/ui/ src/renderer/ui/
COPY src/renderer/tsconfig.json src/renderer/
COPY src/renderer/public/layers.css src/renderer/public/
COPY src/words/tsconfig.json src/words/
COPY src/words/en-us/start/ src/words/en-us/start/
RUN node scripts/sandbox-package.mjs out && tar -xzf out/audit-sandbox-*.tgz
# pg as package-lock.json has it, with what it needs, in one file.
RUN node node_modules/rolldown/bin/cli.mjs node_modules/pg/lib/index.js --platform node --format cjs --file package/node_modules/pg/index.js

FROM ${BASE}
# For a data file that outlives the container: mount a volume here, and start with --data /data/sandbox.db.
RUN install -d -o node -g node /data
WORKDIR /sandbox
COPY --from=build /build/package/ ./
USER node
EXPOSE 8700
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8700/').then(({ status }) => process.exit(status === 200 ? 0 : 1), () => process.exit(1))"]
# Whoever starts it adds options behind these, such as --control, or --allow-host with the name that other containers use.
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=2", "cli.js", "--port", "8700", "--address", "0.0.0.0", "--allow-host", "localhost", "--allow-host", "127.0.0.1"]
