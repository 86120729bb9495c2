#pragma once

unsigned long work();
