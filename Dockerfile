# The API and the site in one image, with the commands that a machine without Docker runs. docs/operate/install.md says how to use it.
FROM node:24-bookworm-slim

# Caddy is another container.
ENV NODE_ENV=production DATA_DIR=/data HOST=:: PORT=4321
WORKDIR /opt/lotline
# A build keeps caches beside the code, so the user of the image owns it.
RUN mkdir /data && chown node:node /data /opt/lotline
USER node

COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY --chown=node:node . .

VOLUME /data
EXPOSE 4321
# 503 while it starts its first build, while something is wrong, and while it is being stopped.
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m CMD node -e "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health/').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"

# Builds the site if there is none, or the code is newer, and serves.
CMD ["npm", "start"]
